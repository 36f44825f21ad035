import { kindName } from '#content/entry/kind-names.ts'
import { EntryCard } from '#content/entry/list/card.tsx'
import { CardPicture } from '#content/entry/list/card-picture.tsx'
import { truncate } from '#text/truncate.ts'
import { kind, sections } from './kind.ts'
import type { Heritage } from './schema.ts'
import { text } from './text.ts'

/** An entry in the list of its section: picture, title, summary and narrator. */
export function HeritageCard({ entry, opening }: { entry: Heritage; opening?: boolean }) {
  const { section, title, summary, coverFile, narrator } = entry
  const { field, icon } = sections[section]
  const picture = <CardPicture entry={entry} picture={coverFile} field={field} opening={opening} />
  const kindOfSection = { ...kind, look: { field, icon } }
  return (
    <EntryCard entry={entry} kind={kindOfSection} label={kindName(section)} title={title} picture={picture}>
      {summary && <p>{truncate(summary)}</p>}
      {narrator && <p className="small dim">{text.toldBy(narrator)}</p>}
    </EntryCard>
  )
}
