import type { ReactNode } from 'react'
import { SentenceBy } from '#content/entry/page/author.tsx'
import { UnlistedAddition } from '#content/entry/visibility/unlisted-note.tsx'
import { type DateSetting, formatDate } from '#ui/data/formats.ts'
import type { Transcript } from '../schema.ts'
import { text as ofMedia } from '../text.ts'
import { text } from './text.ts'

type ListProps = {
  items: Transcript[]
  setting?: DateSetting
  action?: (transcript: Transcript) => ReactNode
}

export function TranscriptList({ items, setting, action }: ListProps) {
  return (
    <ul className="list">
      {items.map((one) => (
        <TranscriptRow key={one.id} transcript={one} setting={setting} action={action?.(one)} />
      ))}
    </ul>
  )
}

type RowProps = { transcript: Transcript; setting: DateSetting | undefined; action: ReactNode }

function TranscriptRow({ transcript, setting, action }: RowProps) {
  const { language, author, createdAt, translation } = transcript
  return (
    <li className="stack gap-2">
      <div className="row split">
        <p className="small">
          <span className="strong">{author ? <SentenceBy author={author} say={text.by} /> : text.by(text.former)}</span>{' '}
          <span className="dim">{[language, formatDate(createdAt, setting)].filter(Boolean).join(', ')}</span>
        </p>
        {action}
      </div>
      <UnlistedAddition unlisted={transcript.unlisted} by={author} />
      {transcript.text && (
        <p className="prose lines" dir="auto">
          {transcript.text}
        </p>
      )}
      {translation && (
        <p className="prose lines" dir="auto">
          <span className="strong">{ofMedia.translation}: </span>
          {translation}
        </p>
      )}
    </li>
  )
}
