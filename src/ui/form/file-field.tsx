import { type ClipboardEvent, type DragEvent, useId, useState } from 'react'
import { Button } from '../button.tsx'
import { classes } from '../field.ts'
import { formatBytes } from '../formats.ts'
import { Icon, type IconName } from '../icon.tsx'
import { text } from '../text.ts'
import { FieldError, type FieldProps } from './field.tsx'

export type PickedFile = {
  name: string
  /** Bytes. */
  size: number
  kind: 'image' | 'video' | 'audio' | 'other'
  /** A `blob:` or site address; without one the kind's icon stands there. */
  previewUrl?: string
  state: 'ready' | 'sending' | 'sent' | 'failed'
  /** Bytes sent so far, while sending. */
  sent?: number
}

export type FileFieldProps = Omit<FieldProps, 'aside'> & {
  /** As of an input: `image/*,video/*`. */
  accept: string
  file: PickedFile | null
  onPick: (file: File) => void
  /** Stops the sending or takes the file away. */
  onRemove: () => void
  onRetry?: () => void
}

const icons: Record<PickedFile['kind'], IconName> = { image: 'photo', video: 'video', audio: 'mic', other: 'article' }

/** One file: pick, drop or paste it, see it, see how far it got. It holds nothing itself. */
export function FileField({ label, hint, error, optional, accept, file, onPick, onRemove, onRetry }: FileFieldProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its legend into the border of the drop area
    <div className="f" role="group" aria-labelledby={`${id}-label`}>
      <p className="label" id={`${id}-label`}>
        {label} {optional && <span className="optional">{text.optional}</span>}
      </p>
      {file ? (
        <FileRow file={file} onRemove={onRemove} onRetry={onRetry} />
      ) : (
        <DropArea
          id={id}
          accept={accept}
          invalid={Boolean(error)}
          describedBy={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}
          onPick={onPick}
        />
      )}
      {hint && (
        <p className="small dim" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}

type DropAreaProps = {
  id: string
  accept: string
  describedBy?: string
  invalid: boolean
  onPick: (file: File) => void
}

function DropArea({ id, accept, invalid, describedBy, onPick }: DropAreaProps) {
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
      <span className="small dim">{text.file.drop}</span>
    </div>
  )
}

function FileRow({ file, onRemove, onRetry }: Pick<FileFieldProps, 'onRemove' | 'onRetry'> & { file: PickedFile }) {
  const { name, size, state, sent = 0 } = file
  return (
    <div className={classes('file', state === 'failed' && 'bad')}>
      <Preview file={file} />
      <div className="grow stack gap-1">
        <p className="small">
          <b>{name}</b>
          <br />
          <span className="dim">
            {state === 'sending' ? text.file.sent(formatBytes(sent), formatBytes(size)) : formatBytes(size)}
          </span>
        </p>
        {state === 'sending' && <progress max={size} value={sent} aria-label={text.file.sending(name)} />}
        {state === 'failed' && onRetry && (
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
