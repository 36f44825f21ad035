import { BriefKind } from '#content/entry/list/brief.tsx'
import { EntryCard } from '#content/entry/list/card.tsx'
import { CardPicture } from '#content/entry/list/card-picture.tsx'
import { truncate } from '#text/truncate.ts'
import { kind, sections } from './kind.ts'
import type { Heritage } from './schema.ts'
import { text } from './text.ts'

export function HeritageCard({ entry, opening }: { entry: Heritage; opening?: boolean }) {
  const { section, title, summary, coverFile, narrator } = entry
  const picture = <CardPicture entry={entry} picture={coverFile} field={sections[section].field} opening={opening} />
  return (
    <EntryCard entry={entry} kind={kind} label={<BriefKind kind={section} />} title={title} picture={picture}>
      {summary && <p>{truncate(summary)}</p>}
      {narrator && <p className="small dim">{text.toldBy(narrator)}</p>}
    </EntryCard>
  )
}
