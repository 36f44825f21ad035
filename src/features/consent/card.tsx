import type { ReactNode } from 'react'
import { formatDate } from '#ui/data/formats.ts'
import { Facts } from '#ui/list/list.tsx'
import { AudioPlayer } from '#ui/media/audio-player.tsx'
import { Picture } from '#ui/media/picture.tsx'
import { useDateSetting } from '#web/preferences.ts'
import type { Consent } from './schema.ts'
import { text } from './text.ts'

type ConsentRowProps = { record: Consent; level: 2 | 3; title: ReactNode; actions: ReactNode }

/** Shows a consent as a row, to keepers and the person who gave it. */
export function ConsentRow({ record, level, title, actions }: ConsentRowProps) {
  const Heading = `h${level}` as const
  const setting = useDateSetting()
  const { people, givenBy, how, purposes, givenAt, reviewAt, note } = record
  return (
    <li className="stack gap-3">
      <Heading className="t1 break">{title}</Heading>
      <Facts
        rows={[
          [text.people, people.join(', ')],
          [text.givenBy, givenBy],
          [text.form.how, text.hows[how]],
          [text.purpose, purposes.map((purpose) => text.purposes[purpose]).join(', ')],
          [text.form.givenAt, formatDate(givenAt, setting)],
          [text.form.reviewAt, reviewAt && formatDate(reviewAt, setting)],
          [text.form.note, note],
        ]}
      />
      <Evidence record={record} />
      <div className="row">{actions}</div>
    </li>
  )
}

function Evidence({ record: { evidence, givenBy } }: Pick<ConsentRowProps, 'record'>) {
  if (!evidence) return null
  if (evidence.kind === 'audio')
    return <AudioPlayer src={evidence.url} title={text.evidenceSpoken(givenBy)} size={evidence.size ?? undefined} />
  return (
    <a className="pic whole round" href={evidence.url} aria-label={text.evidenceWritten(givenBy)}>
      <Picture file={evidence} alt={text.evidenceWritten(givenBy)} sizes="(min-width: 900px) 640px, 100vw" />
    </a>
  )
}
