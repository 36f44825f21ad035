import type { ReactNode } from 'react'
import { BriefKind, BriefTitle, lookOf, talkOf } from '#content/entry/list/brief.tsx'
import { CardPicture } from '#content/entry/list/card-picture.tsx'
import { bylineOf } from '#content/entry/page/author.tsx'
import { LabelMarks } from '#content/entry/visibility/labels.tsx'
import { WarningPlate } from '#content/entry/visibility/warning.tsx'
import { dayAndMonth, formatTime } from '#ui/data/formats.ts'
import { classes } from '#ui/field.ts'
import { Avatar, DayBlock } from '#ui/list/byline.tsx'
import { ReadingAudio } from '#ui/media/audio-player.tsx'
import { soundOf } from '../page/sound.ts'
import type { Summary } from './schema.ts'

type Named = { name: string; photo?: string | null; href?: string | undefined }

type EntryTileProps = {
  entry: Summary
  level?: 2 | 3
  /** True for one of the first entries of the page. */
  opening?: boolean
  /** The person whom the tile names instead of the author; null for nobody. */
  by?: Named | null
  /** Shown below the title, instead of a meaning, or a place and a time. */
  note?: string
  /** Layered above the link, like players and the person's name. */
  action?: ReactNode
}

/**
 * An entry of any type in a `<ul className="tiles">` of a reading page. The whole tile is one link. A recording or a
 * word is a talk tile in its colour, an event has its date, and everything else a picture.
 */
export function EntryTile({ entry, level = 3, opening, action, ...given }: EntryTileProps) {
  const { kind, cover, deceased, startDate } = entry
  const talk = talkOf(entry)
  const isSound = talk === 'dusk'
  const isEvent = !talk && startDate
  const isPictured = !talk && !startDate
  const by = given.by === undefined ? personOf(entry) : given.by
  const note = given.note ?? noteOf(entry)
  const Heading = `h${level}` as const
  const name = by && (by.href ? <a href={by.href}>{by.name}</a> : by.name)
  const content = (
    <div className="text">
      <Heading>
        <BriefTitle entry={entry} />
      </Heading>
      {(note || (talk && by)) && (
        <p className="note-line">
          {talk && name}
          {talk && by && note && ', '}
          {note}
        </p>
      )}
    </div>
  )
  return (
    <li className={classes('tile', talk && 'talk', talk, isSound && 'span2')}>
      {isPictured && (
        <CardPicture
          entry={entry}
          picture={cover?.kind === 'audio' ? null : cover}
          field={lookOf(kind).field}
          look="tall"
          sizes={tileSizes}
          opening={opening ?? false}
        />
      )}
      <div className="in">
        <p>
          <BriefKind kind={kind} />
        </p>
        {isEvent && <DayBlock {...dayAndMonth(startDate)} />}
        {talk && by ? (
          <div className="said">
            <Avatar name={by.name} photo={by.photo ?? null} huge />
            {content}
          </div>
        ) : (
          content
        )}
        <LabelMarks entry={entry} quiet />
        {by && !talk && (
          <p className="by">
            <Avatar name={by.name} photo={by.photo ?? null} />
            <span>{name}</span>
          </p>
        )}
        {deceased && (isSound || (isPictured && cover?.kind === 'audio')) && <WarningPlate look="round" />}
        {isSound && !deceased && cover && <ReadingAudio {...soundOf({ ...cover, title: entry.title })} />}
        {action && <p className="end">{action}</p>}
      </div>
    </li>
  )
}

/** Returns the person whom an entry names as its speaker, narrator, poet or maker. */
export function creditOf({ credit, madeBy }: Pick<Summary, 'credit' | 'madeBy'>): Named | null {
  return madeBy ? bylineOf(madeBy, '') : credit ? { name: credit } : null
}

/** Tiles of words and events name nobody, and all others their author if they don't credit anyone. */
function personOf(entry: Summary): Named | null {
  if (talkOf(entry) === 'maize' || (!talkOf(entry) && entry.startDate)) return null
  return creditOf(entry) ?? (entry.author && bylineOf(entry.author, ''))
}

function noteOf(entry: Summary): ReactNode {
  const { gloss, place, startDate } = entry
  const talk = talkOf(entry)
  if (talk === 'dusk') return place
  if (!talk) return startDate && [place, formatTime(startDate)].filter(Boolean).join(', ')
  return (
    gloss && (
      <b lang="en" className="strong">
        {gloss}
      </b>
    )
  )
}

/** Two tiles beside each other on a phone, three from 600 px. */
const tileSizes = '(min-width: 900px) 320px, (min-width: 600px) 33vw, 50vw'
