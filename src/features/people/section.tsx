import { personPage } from '#content/entry/address.ts'
import { BriefTitle } from '#content/entry/list/brief.tsx'
import { bylineOf } from '#content/entry/page/author.tsx'
import { LabelMarks } from '#content/entry/visibility/labels.tsx'
import { WarningPlate } from '#content/entry/visibility/warning.tsx'
import { soundOf } from '#content/media/page/sound.ts'
import type { Summary } from '#content/media/summary/schema.ts'
import { creditOf, EntryTile } from '#content/media/summary/tile.tsx'
import { money } from '#text/money.ts'
import { ReadingAudio } from '#ui/media/audio-player.tsx'
import type { SectionName } from './sections.ts'

export function sectionPage(person: { id: string }, section: SectionName): string {
  return `${personPage(person)}/${section}`
}

type Props = {
  personId: string
  section: SectionName
  entries: Summary[]
  level?: 2 | 3
  /** True for the first section of the page. */
  opening?: boolean
}

/** Shows entries of one section, recordings with players and all others as tiles, without repeating the person. */
export function Entries({ personId, section, entries, level = 3, opening = false }: Props) {
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
      {entries.map((entry, at) => (
        <EntryTile
          key={entry.id}
          entry={entry}
          level={level}
          opening={opening && at < 2}
          {...besides(personId, entry)}
        />
      ))}
    </ul>
  )
}

/**
 * Returns whom a tile names besides the person whose page it is on, and the price of a product: the speaker or maker
 * or, of what the person made, the member who posted it.
 */
function besides(personId: string, entry: Summary) {
  const { author, madeBy, price } = entry
  const poster = author && author.id !== personId ? bylineOf(author, '') : null
  return {
    by: madeBy?.id === personId ? poster : creditOf(entry),
    ...(price !== null && { note: money(price, 'KES') }),
  }
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
