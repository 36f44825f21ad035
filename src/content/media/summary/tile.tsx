import { kindOf, pageOf } from '#content/entry/address.ts'
import { kindName } from '#content/entry/kind-names.ts'
import { lookOf, TitleText } from '#content/entry/list/brief.tsx'
import { CardPicture } from '#content/entry/list/card-picture.tsx'
import { bylineOf } from '#content/entry/page/author.tsx'
import { LabelMarks } from '#content/entry/visibility/labels.tsx'
import { WarningPlate } from '#content/entry/visibility/warning.tsx'
import { dayAndMonth, formatTime, zoneName } from '#ui/data/formats.ts'
import { Tile, type TileProps } from '#ui/list/tile.tsx'
import { ReadingAudio } from '#ui/media/audio-player.tsx'
import { soundOf } from '../page/player.tsx'
import type { Summary } from './schema.ts'

type EntryTileProps = Partial<TileProps> & {
  entry: Summary
  /** True for one of the first entries of the page. */
  opening?: boolean
}

/** An entry of any type in a `<ul className="tiles">` of a reading page. */
export function EntryTile({ entry, opening, ...props }: EntryTileProps) {
  return <Tile {...tileOf(entry, opening)} {...props} />
}

/** Returns the properties of a tile for an entry of any type. */
export function tileOf(entry: Summary, opening = false): TileProps {
  const { kind, cover, deceased, author, place, startDate } = entry
  const look = lookOf(kind)
  const shared: TileProps = {
    href: pageOf(entry),
    title: entry.title,
    kind: { ...look, label: kindName(kind) },
    marks: <LabelMarks entry={entry} />,
    note: place,
    by: creditOf(entry) ?? (author && bylineOf(author, '')),
  }
  if (kindOf(entry.type)?.titleInLanguage) return { ...shared, ...wordParts(entry) }
  if (kind === 'audio') return { ...shared, talk: 'dusk', wide: true, sound: <Sound entry={entry} /> }
  if (startDate) {
    const note = [place, `${formatTime(startDate)} (${zoneName(startDate)})`].filter(Boolean).join(', ')
    return { ...shared, day: dayAndMonth(startDate), note, by: null }
  }
  const picture = cover?.kind === 'audio' ? null : cover
  return {
    ...shared,
    note: undefined,
    picture: (
      <CardPicture entry={entry} picture={picture} field={look.field} look="tall" sizes={tileSizes} opening={opening} />
    ),
    ...(deceased && cover?.kind === 'audio' && { sound: <WarningPlate look="round" /> }),
  }
}

/** Returns the person whom an entry names as its speaker, narrator, poet or maker. */
export function creditOf({ credit, madeBy }: Pick<Summary, 'credit' | 'madeBy'>): TileProps['by'] {
  return madeBy ? bylineOf(madeBy, '') : credit ? { name: credit } : null
}

/** Two tiles beside each other on a phone, three from 600 px. */
const tileSizes = '(min-width: 900px) 320px, (min-width: 600px) 33vw, 50vw'

function wordParts(entry: Summary): Partial<TileProps> {
  return {
    talk: 'maize',
    title: <TitleText entry={entry} />,
    note: entry.gloss && (
      <b lang="en" className="strong">
        {entry.gloss}
      </b>
    ),
    by: null,
  }
}

function Sound({ entry: { title, cover, deceased } }: { entry: Summary }) {
  if (deceased) return <WarningPlate look="round" />
  return cover && <ReadingAudio {...soundOf({ ...cover, title })} />
}
