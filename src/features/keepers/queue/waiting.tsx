import { changePageOf, kindOf, pageOf } from '#content/entry/address.ts'
import { BriefKind } from '#content/entry/list/brief.tsx'
import { Covered } from '#content/entry/visibility/warning.tsx'
import { MediaPlayer } from '#content/media/page/player.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatDate } from '#ui/data/formats.ts'
import { Icon } from '#ui/drawing/icon.tsx'
import { AudioPlayer } from '#ui/media/audio-player.tsx'
import { Note } from '#ui/state/note.tsx'
import { useDateSetting } from '#web/preferences.ts'
import { languageOf, OwnFields } from '../own-fields.tsx'
import { text } from '../text.ts'
import type { Waiting } from './schema.ts'

type Props = {
  item: Waiting
  open: boolean
  onOpen: (open: boolean) => void
  onConfirm: () => void
  onReturn: () => void
}

/** Columns that the details leave out. The row already shows the form. */
const hiddenColumns = ['form', 'source_id']

/** Shows a row of the queue, which opens to show the details of the entry and the keeper's actions. */
export function WaitingEntry({ item, open, onOpen, onConfirm, onReturn }: Props) {
  const { id, type, title, author, publishedAt, createdAt, returned, own } = item
  const setting = useDateSetting()
  const words = text.waiting
  return (
    <article className="waiting-entry" id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <details open={open} onToggle={({ currentTarget }) => onOpen(currentTarget.open)}>
        <summary className="ev middle">
          <BriefKind kind={type} quiet />
          <div className="grow">
            <h2
              className="t1 clip"
              id={`${id}-title`}
              lang={kindOf(type)?.titleInLanguage ? languageOf(own) : undefined}
              dir="auto"
            >
              {title}
            </h2>
            <p className="small dim clip">
              {returned && <b>{words.keptBack} </b>}
              {author?.name ?? words.noAuthor}, {formatDate(publishedAt ?? createdAt, setting)}
            </p>
          </div>
          <Icon name="down" />
        </summary>
        {open && <EntryDetails item={item} onConfirm={onConfirm} onReturn={onReturn} />}
      </details>
    </article>
  )
}

function EntryDetails({ item, onConfirm, onReturn }: Pick<Props, 'item' | 'onConfirm' | 'onReturn'>) {
  const words = text.waiting
  const { id, title, own, files, returned } = item
  const ofTitle = <span className="sr">{words.about(title)}</span>
  return (
    <div className="stack gap-3">
      {returned && (
        <Note look="bad" icon="alert">
          <p className="strong">{words.keptBack}</p>
          {returned.reason && <p className="break">{words.why(returned.reason)}</p>}
          {returned.voice && <AudioPlayer src={returned.voice} title={words.said} />}
        </Note>
      )}
      <OwnFields own={own} without={hiddenColumns} />
      <Covered entry={item}>
        {files.map((file) => (
          <MediaPlayer key={file.url} file={file} title={title} sizes="(min-width: 900px) 640px, 100vw" />
        ))}
      </Covered>
      <div className="row">
        <Button variant="soft" icon="check" onClick={onConfirm}>
          {words.confirm}
          {ofTitle}
        </Button>
        {!returned && (
          <Button variant="line" onClick={onReturn}>
            {words.giveBack}
            {ofTitle}
          </Button>
        )}
        <ButtonLink variant="text" to={changePageOf(item)}>
          {words.edit}
          {ofTitle}
        </ButtonLink>
        <ButtonLink variant="text" to={`/dashboard/keepers/history/${id}`}>
          {words.history}
          {ofTitle}
        </ButtonLink>
        <ButtonLink variant="text" href={pageOf(item)}>
          {words.page}
          {ofTitle}
        </ButtonLink>
      </div>
    </div>
  )
}
