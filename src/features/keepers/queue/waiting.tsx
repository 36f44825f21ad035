import { changePageOf, pageOf } from '#content/entry/address.ts'
import { Covered } from '#content/entry/covered.tsx'
import { MediaPlayer } from '#content/media/player.tsx'
import { AudioPlayer } from '#ui/audio-player.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Byline } from '#ui/byline.tsx'
import { formatDate } from '#ui/formats.ts'
import { Note } from '#ui/note.tsx'
import { useDateSetting } from '#web/preferences.ts'
import { Said } from '../said.tsx'
import { text } from '../text.ts'
import type { Waiting } from './schema.ts'

type Props = { item: Waiting; onConfirm: () => void; onReturn: () => void }

/** The column that the heading says already. */
const headed = ['marakwet', 'source_id']

/** One entry with what it takes to judge it, and what a keeper can do. */
export function WaitingEntry({ item, onConfirm, onReturn }: Props) {
  const words = text.waiting
  const { id, type, title, own, files, author, publishedAt, returned } = item
  const name = author?.name ?? words.publishedResearch
  const name_ = <span className="sr">{words.about(title)}</span>
  return (
    <article className="stack gap-3 waiting-entry" id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <div>
        <p className="small dim">{text.types[type]}</p>
        <h2 className="t2 break" id={`${id}-title`}>
          <a
            className="word"
            lang={type === 'vocabulary' || type === 'proverb' ? 'enb' : undefined}
            href={pageOf(item)}
          >
            {title}
          </a>
        </h2>
      </div>
      {returned && (
        <Note look="bad" icon="alert">
          <p className="strong">{words.keptBack}</p>
          {returned.reason && <p className="break">{words.why(returned.reason)}</p>}
          {returned.voice && <AudioPlayer src={returned.voice} title={words.said} />}
        </Note>
      )}
      <Said own={own} without={headed} />
      <Covered entry={item}>
        {files.map((file) => (
          <MediaPlayer
            key={file.url}
            file={file}
            title={title}
            sizes="(min-width: 900px) 640px, 100vw"
            covered={item.deceased}
          />
        ))}
      </Covered>
      <Byline
        name={name}
        photo={author?.avatar}
        date={formatDate(publishedAt ?? item.createdAt, useDateSetting())}
        dateTime={publishedAt ?? item.createdAt}
      />
      <div className="row">
        <Button variant="soft" icon="check" onClick={onConfirm}>
          {words.confirm}
          {name_}
        </Button>
        {!returned && (
          <Button variant="line" onClick={onReturn}>
            {words.giveBack}
            {name_}
          </Button>
        )}
        <ButtonLink variant="text" to={changePageOf(item)}>
          {words.edit}
          {name_}
        </ButtonLink>
        <ButtonLink variant="text" to={`/dashboard/keepers/history/${id}`}>
          {words.history}
          {name_}
        </ButtonLink>
      </div>
    </article>
  )
}
