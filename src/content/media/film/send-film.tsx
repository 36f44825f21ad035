import { ButtonLink } from '#ui/button.tsx'
import type { FilePresentation } from '../schema.ts'
import { filmOf } from './film.ts'
import { text } from './text.ts'

type Props = { entry: Parameters<typeof filmOf>[0]; file: FilePresentation }

/**
 * A link on a reading page that sends a recording as a short film, which plays inside a chat. The reading script offers
 * it to the device's menu for sharing; without that, it is downloaded. Renders nothing if there is no film.
 */
export function SendFilm({ entry, file }: Props) {
  const href = filmOf(entry, file)
  if (!href) return null
  return (
    <p className="row noprint">
      <ButtonLink
        variant="line"
        icon="video"
        href={href}
        download
        data-film
        data-wait={text.wait}
        data-ready={text.ready}
      >
        <span data-label>{text.send}</span>
      </ButtonLink>
      <span className="small">{text.size}</span>
    </p>
  )
}
