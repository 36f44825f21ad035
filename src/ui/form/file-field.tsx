import { type ClipboardEvent, type DragEvent, useId, useRef, useState } from 'react'
import { AudioPlayer } from '../audio-player.tsx'
import { Button } from '../button.tsx'
import { classes } from '../field.ts'
import { formatBytes } from '../formats.ts'
import { Icon, type IconName } from '../icon.tsx'
import { LatePart } from '../late-part.tsx'
import { text } from '../text.ts'
import { FieldError, type FieldProps } from './field.tsx'
import { Checkbox } from './text-field.tsx'

export type PickedFile = {
  name: string
  /** Bytes. */
  size: number
  kind: 'image' | 'video' | 'audio' | 'other'
  /** A `blob:` or site address; without one the kind's icon stands there. */
  previewUrl?: string
  state: 'ready' | 'sending' | 'sent' | 'failed'
  /** Bytes sent so far, of what was chosen here. */
  sent?: number
  /** Bytes that it had before it was made small. */
  from?: number
  /** How much of that is done, from 0 to 1, while it goes on. */
  making?: number | undefined
  /** It could not be made small. */
  unable?: true
  /** It goes out with the post, once there is signal. */
  held?: boolean
}

export type FileFieldProps = Omit<FieldProps, 'aside'> & {
  /** As of an input: `image/*,video/*`. Where it takes sound, it offers to record one. */
  accept: string
  /** The longest recording, in seconds. */
  maxSeconds?: number
  file: PickedFile | null
  onPick: (file: File) => void
  /** Stops the sending or takes the file away. */
  onRemove: () => void
  onRetry?: () => void
  /** Whether pictures and videos go as they are; with `onOriginal`, for the member to say. */
  original?: boolean
  onOriginal?: (original: boolean) => void
}

const recorder = () => import('./recorder.tsx').then((module) => module.Recorder)
const icons: Record<PickedFile['kind'], IconName> = { image: 'photo', video: 'video', audio: 'mic', other: 'article' }

/** Whether a file of this type is one of `accept`; or of this name, where that holds endings such as `.csv`. */
export function accepts(accept: string, type: string, name = ''): boolean {
  return accept.split(',').some((one) => {
    const wanted = one.trim()
    if (wanted.startsWith('.')) return name.toLowerCase().endsWith(wanted)
    return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
  })
}

/** One file: pick, drop, paste or record it, see it, see how far it got. The file itself is held by the form. */
export function FileField(props: FileFieldProps) {
  const { label, hint, error, optional, accept, maxSeconds = 600, file, onPick, onRemove, onRetry } = props
  const { original = false, onOriginal } = props
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [refused, setRefused] = useState<string>()
  const [recording, setRecording] = useState(false)
  const complaint = refused ?? error

  function pick(picked: File) {
    const fits = accepts(accept, picked.type, picked.name)
    setRefused(fits ? undefined : text.file.wrongKind(picked.name))
    if (!fits) return
    setRecording(false)
    onPick(picked)
    // What was pressed is gone with the choosing.
    frame.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its legend into the border of the drop area
    <div className="f" role="group" aria-labelledby={`${id}-label`} ref={frame} tabIndex={-1}>
      <p className="label" id={`${id}-label`}>
        {label} {optional && <span className="optional">{text.optional}</span>}
      </p>
      {file ? (
        <FileRow file={file} onRemove={onRemove} onRetry={onRetry} />
      ) : recording ? (
        <LatePart
          load={recorder}
          given={{ limit: maxSeconds, onKeep: pick, onClose: () => setRecording(false) }}
          waiting={<p role="status">{text.loading}</p>}
          title={text.record.name}
          hint={text.file.recorderFailed}
        />
      ) : (
        <DropArea
          id={id}
          accept={accept}
          invalid={Boolean(complaint)}
          describedBy={[hint && `${id}-hint`, complaint && `${id}-error`].filter(Boolean).join(' ') || undefined}
          onPick={pick}
          onRecord={accept.includes('audio/') ? () => setRecording(true) : undefined}
        />
      )}
      {hint && (
        <p className="small dim" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {onOriginal && /image|video/.test(file ? file.kind : accept) && (!file || file.sent !== undefined) && (
        <OriginalChoice original={original} onOriginal={onOriginal} />
      )}
      <FieldError id={`${id}-error`} message={complaint} />
    </div>
  )
}

function OriginalChoice({ original, onOriginal }: { original: boolean; onOriginal: (original: boolean) => void }) {
  const id = useId()
  return (
    <div>
      <Checkbox
        label={text.file.original}
        aria-describedby={id}
        checked={original}
        onChange={({ target }) => onOriginal(target.checked)}
      />
      <p className="small dim" id={id}>
        {text.file.originalHint}
      </p>
    </div>
  )
}

type DropAreaProps = {
  id: string
  accept: string
  describedBy?: string
  invalid: boolean
  onPick: (file: File) => void
  onRecord?: (() => void) | undefined
}

function DropArea({ id, accept, invalid, describedBy, onPick, onRecord }: DropAreaProps) {
  const [over, setOver] = useState(false)
  const take = (files: FileList | null) => files?.[0] && onPick(files[0])
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  function paste(event: ClipboardEvent) {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    take(event.clipboardData.files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting add to the file input inside
    <div
      className="drop"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPaste={paste}
    >
      <input
        id={`${id}-file`}
        type="file"
        accept={accept}
        aria-labelledby={`${id}-label ${id}-choose`}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        onChange={(event) => {
          take(event.target.files)
          event.target.value = ''
        }}
      />
      <label className="btn line" htmlFor={`${id}-file`} id={`${id}-choose`}>
        <Icon name="up" />
        {text.file.choose}
      </label>
      {onRecord && (
        <Button variant="line" icon="mic" onClick={onRecord}>
          {text.record.open}
        </Button>
      )}
      <span className="small dim">{text.file.drop}</span>
    </div>
  )
}

function FileRow({ file, onRemove, onRetry }: Pick<FileFieldProps, 'onRemove' | 'onRetry'> & { file: PickedFile }) {
  const { name, size, kind, previewUrl, state, sent = 0, from, making, unable } = file
  const heard = kind === 'audio' && previewUrl
  return (
    <div className={classes('file', state === 'failed' && 'bad')}>
      {!heard && <Preview file={file} />}
      <div className="grow stack gap-1">
        <p className="small">
          <b>{name}</b>
          <br />
          <span className="dim">
            {making !== undefined
              ? text.file.making
              : state === 'sending'
                ? text.file.sent(formatBytes(sent), formatBytes(size))
                : formatBytes(size)}
          </span>
        </p>
        {from !== undefined && (
          <p className="small" role="status">
            {text.file.smaller(formatBytes(from), formatBytes(size))}
          </p>
        )}
        {unable && <p className="small">{text.file.unable}</p>}
        {file.held && <p className="small">{text.file.held}</p>}
        {making !== undefined ? (
          <progress value={making || undefined} aria-label={text.file.makingOf(name)} />
        ) : (
          state === 'sending' && <progress max={size} value={sent} aria-label={text.file.sending(name)} />
        )}
        {heard && <AudioPlayer src={heard} title={name} />}
        {(state === 'failed' || file.held) && onRetry && (
          <p>
            <Button variant="line" icon="retry" onClick={onRetry}>
              {text.retry}
            </Button>
          </p>
        )}
      </div>
      <Button
        variant="line"
        sq
        icon="x"
        label={state === 'sending' ? text.file.stop(name) : text.file.remove(name)}
        onClick={onRemove}
      />
    </div>
  )
}

function Preview({ file: { kind, previewUrl } }: { file: PickedFile }) {
  if (previewUrl && kind === 'image') {
    return (
      <div className="pic">
        <img src={previewUrl} alt={text.file.preview} />
      </div>
    )
  }
  if (previewUrl && kind === 'video') {
    return (
      <div className="pic">
        <video src={previewUrl} muted playsInline preload="metadata" aria-label={text.file.preview} />
      </div>
    )
  }
  return (
    <div className="pic sunken">
      <Icon name={icons[kind]} />
    </div>
  )
}
