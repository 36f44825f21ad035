import { AudioPlayer } from '#ui/audio-player.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { WarningPlate } from '../entry/covered.tsx'
import { LabelMarks } from '../entry/labels.tsx'
import { Lines } from '../entry/lines.tsx'
import type { Poem } from './schema.ts'
import { text } from './text.ts'

/** The address of the public list; `routes.ts` says the same. */
export const poemList = '/language/poems'
export const poemPage = (id: string) => `${poemList}/${id}`
export const contributePage = '/contribute/poems'

/** A poem in the feed: a maize talk block with its first lines. */
export function PoemCard({ poem }: { poem: Poem }) {
  const { id, title, poet, original, translation, recording, deceased } = poem
  return (
    <article className="talk maize stack gap-3">
      <h3 className="t3">
        <a href={poemPage(id)}>{title}</a>
      </h3>
      {poet && <p className="strong">{text.by(poet)}</p>}
      <Lines of="enb" most={4}>
        {original}
      </Lines>
      {translation && <Lines most={4}>{translation}</Lines>}
      {deceased && <WarningPlate look="round" />}
      {recording && !deceased && <AudioPlayer src={recording.url} title={title} size={recording.size ?? undefined} />}
      <LabelMarks entry={poem} />
      <div className="row">
        <ButtonLink variant="line" href={poemPage(id)}>
          {text.seeMore}
          <span className="sr">: {title}</span>
        </ButtonLink>
      </div>
    </article>
  )
}
