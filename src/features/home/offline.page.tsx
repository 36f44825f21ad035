import { kinds } from '#content/kinds.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PaintWhole } from '#ui/layout/first-paint.tsx'
import { TitleBand } from '#ui/layout/title-band.tsx'
import { headed } from '#web/head.ts'
import { text } from './text.ts'

const words = text.offline

export const meta = headed(() => ({ title: words.title, unlisted: true }))

/**
 * The page that the service worker shows in place of one that isn't stored on the device. The service worker lists the
 * stored pages at `#stored`, and shows `#look-up` if the dictionary can be searched without signal.
 */
export default function NoSignal() {
  return (
    <>
      <PaintWhole />
      <TitleBand field="acacia" title={words.title} lead={words.lead} />
      <div className="wrap content stack gap-5">
        <p id="look-up" hidden>
          <ButtonLink href={kinds.vocabulary.list} icon="search">
            {words.lookUp}
          </ButtonLink>
        </p>
        <h2 className="t2">{words.listed}</h2>
        <div id="stored" />
        <p>
          <ButtonLink variant="line" href="">
            {words.retry}
          </ButtonLink>
        </p>
      </div>
    </>
  )
}
