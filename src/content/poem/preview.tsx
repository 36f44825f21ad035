import { Lines } from '#content/entry/page/lines.tsx'
import { LabelMarks } from '#content/entry/visibility/labels.tsx'
import { WarningPlate } from '#content/entry/visibility/warning.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { AudioPlayer } from '#ui/media/audio-player.tsx'
import { api } from '#web/api.ts'
import { kind } from './kind.ts'
import type { Poem } from './schema.ts'
import { text } from './text.ts'

export const preview = async (id: string) => <PoemCard poem={await api.poem.get({ id })} />

function PoemCard({ poem }: { poem: Poem }) {
  const { id, title, poet, original, translation, recording, deceased } = poem
  return (
    <article className="talk maize stack gap-3">
      <h3 className="t3" dir="auto">
        <a href={`${kind.page}/${id}`}>{title}</a>
      </h3>
      {poet && <p className="strong">{text.by(poet)}</p>}
      <Lines of={poem.language} most={4}>
        {original}
      </Lines>
      {translation && <Lines most={4}>{translation}</Lines>}
      {deceased && <WarningPlate look="round" />}
      {recording && !deceased && <AudioPlayer src={recording.url} title={title} size={recording.size ?? undefined} />}
      <LabelMarks entry={poem} />
      <div className="row">
        <ButtonLink variant="line" href={`${kind.page}/${id}`}>
          {text.seeMore}
          <span className="sr">: {title}</span>
        </ButtonLink>
      </div>
    </article>
  )
}
