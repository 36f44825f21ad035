import type { ReactNode } from 'react'
import { type DateSetting, formatDate } from '#ui/formats.ts'
import type { Transcript } from './schema.ts'
import { text } from './text.ts'

type Props = { transcript: Transcript; setting?: DateSetting; action?: ReactNode }

/** What one member wrote down or translated, with credit. */
export function TranscriptRow({ transcript, setting, action }: Props) {
  const { language, author, createdAt, translation } = transcript
  const words = text.transcripts
  return (
    <li className="stack gap-2">
      <div className="row split">
        <p className="small">
          <span className="strong">{words.by(author?.name ?? words.former)}</span>{' '}
          <span className="dim">{[language, formatDate(createdAt, setting)].filter(Boolean).join(', ')}</span>
        </p>
        {action}
      </div>
      {transcript.text && <p className="prose lines">{transcript.text}</p>}
      {translation && (
        <p className="prose lines">
          <span className="strong">{text.translation}: </span>
          {translation}
        </p>
      )}
    </li>
  )
}
