import type { ReactNode } from 'react'
import { Lines } from '#content/entry/page/lines.tsx'
import { MediaPlayer } from '#content/media/page/player.tsx'
import { text as names } from '#content/section/text.ts'
import { formatDate } from '#ui/data/formats.ts'
import { Byline } from '#ui/list/byline.tsx'
import { StatusPill } from '#ui/list/labels.tsx'
import { useDateSetting } from '#web/preferences.ts'
import type { Suggestion } from './schema.ts'
import { text } from './text.ts'

const fields = { waiting: 'maize', done: 'acacia', declined: 'dusk' } as const

type SuggestionRowProps = { suggestion: Suggestion; level: 2 | 3; action?: ReactNode }

export function SuggestionRow({ suggestion, level, action }: SuggestionRowProps) {
  const Heading = `h${level}` as const
  const { section, status, author, createdAt, note, file } = suggestion
  const name = author?.name ?? text.unknownGiver
  return (
    <li className="stack gap-3">
      <div className="row split">
        <Heading className="t1">
          {names.sections[section]} <StatusPill field={fields[status]}>{text.statuses[status]}</StatusPill>
        </Heading>
        {action}
      </div>
      {file && (
        <MediaPlayer
          file={file}
          title={file.kind === 'image' ? text.pictureBy(name) : text.recordingBy(name)}
          sizes="(min-width: 900px) 640px, 100vw"
          full
        />
      )}
      {suggestion.text && <Lines>{suggestion.text}</Lines>}
      {note && (
        <p>
          <b>{text.keepersSay}</b> <span className="break">{note}</span>
        </p>
      )}
      <Byline name={name} photo={author?.avatar} date={formatDate(createdAt, useDateSetting())} dateTime={createdAt} />
    </li>
  )
}
