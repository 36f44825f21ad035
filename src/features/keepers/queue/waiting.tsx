import { changePageOf, kindOf, pageOf } from '#content/entry/address.ts'
import { kindName } from '#content/entry/kind-names.ts'
import { BriefKind } from '#content/entry/list/brief.tsx'
import { Covered } from '#content/entry/visibility/warning.tsx'
import { MediaPlayer } from '#content/media/page/player.tsx'
import { soundOf } from '#content/media/page/sound.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatDate } from '#ui/data/formats.ts'
import { Icon } from '#ui/drawing/icon.tsx'
import { AudioPlayer } from '#ui/media/audio-player.tsx'
import { Note } from '#ui/state/note.tsx'
import { text as uiText } from '#ui/text.ts'
import { useDateSetting } from '#web/preferences.ts'
import { languageOf, OwnFields, type Source } from '../own-fields.tsx'
import { text } from '../text.ts'
import type { Waiting } from './schema.ts'

type Props = {
  item: Waiting
  open: boolean
  onOpen: (open: boolean) => void
  onPlay: () => void
  onConfirm: () => void
  onReturn: () => void
}

/** Columns that the details leave out. The row already shows the form. */
const hiddenColumns = ['form', 'source_id']

/**
 * Shows a row of the queue with what a keeper needs to judge most entries. It opens to show the details and the other
 * actions.
 */
export function WaitingEntry({ item, open, onOpen, onPlay, onConfirm, onReturn }: Props) {
  const { id, type, title, returned, own, files, deceased } = item
  // A recording behind a warning is played only from the details.
  const sound = deceased ? undefined : files.find(({ kind }) => kind === 'audio')
  const words = text.waiting
  return (
    <article className="waiting-entry" id={id} tabIndex={-1} aria-labelledby={`${id}-title`} onPlayCapture={onPlay}>
      <details open={open}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: browsers make a summary interactive */}
        <summary
          className="ev middle"
          onClick={(event) => {
            event.preventDefault()
            onOpen(!open)
          }}
        >
          <BriefKind kind={type} quiet />
          <div className="grow">
            <h2
              className="t1 break"
              id={`${id}-title`}
              lang={kindOf(type)?.titleInLanguage ? languageOf(own) : undefined}
              dir="auto"
            >
              {title}
            </h2>
            <p className="small dim break">
              {returned && <b>{words.keptBack} </b>}
              <Origin item={item} />
            </p>
          </div>
          <Icon name="down" />
        </summary>
        {open && <EntryDetails item={item} onConfirm={onConfirm} onReturn={onReturn} />}
      </details>
      {!open && (
        <div className="acts">
          {sound && <AudioPlayer {...soundOf({ ...sound, title })} soft />}
          <ConfirmEntry title={title} onConfirm={onConfirm} />
        </div>
      )}
    </article>
  )
}

function ConfirmEntry({ title, onConfirm }: Pick<Waiting, 'title'> & Pick<Props, 'onConfirm'>) {
  return (
    <Button icon="check" onClick={onConfirm}>
      {text.waiting.confirm}
      <span className="sr">{text.waiting.about(title)}</span>
    </Button>
  )
}

/** Shows what an entry means and where it comes from: gloss, variety and source, or author and date. */
function Origin({ item: { type, own, author, publishedAt, createdAt } }: Pick<Props, 'item'>) {
  const setting = useDateSetting()
  const gloss = own.english ?? (author ? null : (own.translation ?? own.meaning))
  const { short, citation } = (own.source ?? {}) as Source
  const by = author ? [author.name, formatDate(publishedAt ?? createdAt, setting)] : []
  const line = [own.dialect, short ?? citation, ...by].filter(Boolean).join(' · ')
  return (
    <>
      {gloss ? <span lang="en">{String(gloss)}</span> : !line && kindName(type)}
      {gloss && line && ' · '}
      {line}
    </>
  )
}

function EntryDetails({ item, onConfirm, onReturn }: Pick<Props, 'item' | 'onConfirm' | 'onReturn'>) {
  const words = text.waiting
  const { id, title, own, files, returned } = item
  const ofTitle = <span className="sr">{words.about(title)}</span>
  return (
    <div>
      <div className="stack gap-3">
        {returned && (
          <Note look="bad" icon="alert">
            <p className="strong">{words.keptBack}</p>
            {returned.reason && <p className="break">{words.why(returned.reason)}</p>}
            {returned.voice && <AudioPlayer src={returned.voice} title={words.said} />}
          </Note>
        )}
        <div className="row">
          <ConfirmEntry title={title} onConfirm={onConfirm} />
          {!returned && (
            <Button variant="line" onClick={onReturn}>
              {words.giveBack}
              {ofTitle}
            </Button>
          )}
          <ButtonLink variant="text" to={changePageOf(item)}>
            {uiText.edit}
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
        <OwnFields own={own} without={hiddenColumns} />
        <Covered entry={item}>
          {files.map((file) => (
            <MediaPlayer key={file.url} file={file} title={title} sizes="(min-width: 900px) 640px, 100vw" />
          ))}
        </Covered>
      </div>
    </div>
  )
}
