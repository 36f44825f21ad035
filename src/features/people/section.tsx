import { personPage } from '#content/entry/address.ts'
import { BriefTitle } from '#content/entry/list/brief.tsx'
import { LabelMarks } from '#content/entry/visibility/labels.tsx'
import { WarningPlate } from '#content/entry/visibility/warning.tsx'
import { soundOf } from '#content/media/page/player.tsx'
import type { Summary } from '#content/media/summary/schema.ts'
import { EntryTile } from '#content/media/summary/tile.tsx'
import { money } from '#ui/data/formats.ts'
import { ReadingAudio } from '#ui/media/audio-player.tsx'
import type { SectionName } from './sections.ts'

/** Returns the path of the page with all entries of a section. */
export function sectionPage(person: { id: string }, section: SectionName): string {
  return `${personPage(person)}/${section}`
}

/** Shows entries of one section, recordings with players and all others as tiles, without repeating the author. */
export function Entries({ section, entries, level = 3 }: { section: SectionName; entries: Summary[]; level?: 2 | 3 }) {
  if (section === 'recordings')
    return (
      <ul className="list" data-list>
        {entries.map((entry) => (
          <Recording key={entry.id} entry={entry} level={level} />
        ))}
      </ul>
    )
  return (
    <ul className={level === 2 ? 'tiles four' : 'tiles'} data-list>
      {entries.map((entry) => (
        <EntryTile key={entry.id} entry={entry} level={level} {...creditOf(entry)} />
      ))}
    </ul>
  )
}

/** Returns the speaker or maker of an entry if that isn't the author, and the price of a product. */
function creditOf({ credit, price }: Summary) {
  return { by: credit ? { name: credit } : null, ...(price !== null && { note: money(price, 'KES') }) }
}

function Recording({ entry, level }: { entry: Summary; level: 2 | 3 }) {
  const Heading = `h${level}` as const
  const { title, credit, cover, deceased } = entry
  return (
    <li className="stack gap-2">
      <Heading className="t0">
        <BriefTitle entry={entry} />
      </Heading>
      {credit && <p className="small dim">{credit}</p>}
      {deceased ? <WarningPlate look="round" /> : cover && <ReadingAudio {...soundOf({ ...cover, title })} soft />}
      <LabelMarks entry={entry} />
    </li>
  )
}
