import { BriefKind } from '#content/entry/list/brief.tsx'
import { CardPicture } from '#content/entry/list/card-picture.tsx'
import { LabelMarks } from '#content/entry/visibility/labels.tsx'
import { StateMark } from '#content/entry/visibility/state-mark.tsx'
import { truncate } from '#text/truncate.ts'
import { Card } from '#ui/list/card.tsx'
import { kind, sections } from './kind.ts'
import type { Heritage } from './schema.ts'
import { text } from './text.ts'

/** An entry in the list of its section: picture, title, summary and narrator. */
export function HeritageCard({ entry, opening }: { entry: Heritage; opening?: boolean }) {
  const { id, section, title, summary, coverFile, narrator } = entry
  return (
    <Card
      as="li"
      level={2}
      picture={<CardPicture entry={entry} picture={coverFile} field={sections[section].field} opening={opening} />}
      kind={
        <>
          <BriefKind kind={section} /> <StateMark entry={entry} words={text} />
        </>
      }
      title={<a href={`${kind.page}/${id}`}>{title}</a>}
    >
      {summary && <p>{truncate(summary)}</p>}
      {narrator && <p className="small dim">{text.toldBy(narrator)}</p>}
      <LabelMarks entry={entry} />
    </Card>
  )
}
