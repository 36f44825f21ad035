import { useId, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { formatBytes } from '../data/formats.ts'
import { Icon, type IconName } from '../drawing/icon.tsx'
import { classes } from '../field.ts'
import { AudioPlayer } from '../media/audio-player.tsx'
import { LazyPart } from '../state/lazy-part.tsx'
import { text } from '../text.ts'
import type { RecordingControl } from '../voice/recorder.tsx'
import { accepts } from './accept.ts'
import { type Camera, DropArea } from './drop-area.tsx'
import { FieldError, type FieldProps } from './field.tsx'
import { Checkbox } from './text-field.tsx'

export type PickedFile = {
  name: string
  /** Size in bytes. */
  size: number
  kind: 'image' | 'video' | 'audio' | 'other'
  /** A `blob:` or site address; without one an icon is shown. */
  previewUrl?: string
  state: 'ready' | 'sending' | 'sent' | 'failed'
  /** Number of bytes uploaded so far. If it is undefined, there is no choice to upload at full size. */
  sent?: number
  /** Size in bytes before it was made smaller. */
  from?: number
  /** Progress of making it smaller, from 0 to 1. */
  making?: number | undefined
  /** True if it could not be made smaller. */
  unable?: true
  /** True if there is no signal to upload it now. The outbox then sends it with its post. */
  held?: boolean
  /** True if it was recorded here and can be recorded again. */
  recorded?: boolean
  /** True if sending it again would be refused again. */
  final?: boolean
  /** Advice about this kind of file. */
  note?: string
}

export type FileFieldProps = Omit<FieldProps, 'aside'> & {
  /** The `accept` attribute, such as `image/*,video/*`. Fields for audio also offer to record. */
  accept: string
  /** Maximum length of a recording in seconds. */
  maxSeconds?: number
  file: PickedFile | null
  /** `recorded` is true for a recording made here, which is picked as soon as it stops. */
  onPick: (file: File, recorded: boolean) => void
  /** Cancels the upload or removes the file. */
  onRemove: () => void
  onRetry?: () => void
  /** True to upload files at full size; with `onOriginal` the member can choose. */
  original?: boolean
  onOriginal?: ((original: boolean) => void) | undefined
  /** The camera or the microphone, if it comes first and large, and other files second. */
  first?: Camera | 'mic' | undefined
  /** True if other files are offered only once the recorder was closed, because the microphone may not work. */
  recordOnly?: boolean
  /** Returns the message about a file of another kind. */
  refusalOf?: ((name: string) => string) | undefined
  /** Lets the form store and stop a recording. */
  recorder?: RecordingControl | undefined
}

const recorder = () => import('../voice/recorder.tsx').then((module) => module.Recorder)
const icons: Record<PickedFile['kind'], IconName> = { image: 'photo', video: 'video', audio: 'mic', other: 'page' }

/** Lets people pick, drop, paste or record one file, and shows it with its progress. The form holds the file itself. */
export function FileField(props: FileFieldProps) {
  const { label, hint, error, optional, accept, maxSeconds = 600, file, onPick, onRemove, onRetry } = props
  const { original = false, onOriginal, first, recordOnly = false, refusalOf = text.file.wrongKind } = props
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [refusal, setRefusal] = useState<string>()
  const [recording, setRecording] = useState(false)
  const [takesFiles, setTakesFiles] = useState(!recordOnly)
  // The row of a file is at least as high as the area it replaces; otherwise a tap on a field below would miss it.
  const [height, setHeight] = useState<number>()
  const complaint = refusal ?? error

  function pick(picked: File, recorded: boolean) {
    const fits = accepts(accept, picked.type, picked.name)
    setRefusal(fits ? undefined : refusalOf(picked.name))
    if (!fits) return
    setRecording(false)
    const area = frame.current?.querySelector('.drop')
    if (area && first !== 'mic') setHeight(area.getBoundingClientRect().height)
    onPick(picked, recorded)
    // The pressed button is gone now, so the focus moves here. A file that was chosen before the page's script had
    // loaded is picked later: if the person has moved on by then, the focus stays where it is.
    const { activeElement } = document
    if (activeElement === document.body || frame.current?.contains(activeElement)) frame.current?.focus()
  }

  function closeRecorder() {
    setRecording(false)
    setTakesFiles(true)
    frame.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its legend into the border of the drop area
    <div className="f" role="group" aria-labelledby={`${id}-label`} ref={frame} tabIndex={-1}>
      <p className={classes('label', first === 'mic' && !file && 'sr')} id={`${id}-label`}>
        {label} {optional && <span className="optional">{text.optional}</span>}
      </p>
      {recording ? (
        <LazyPart
          load={recorder}
          partProps={{
            limit: maxSeconds,
            onRecorded: (recorded: File) => pick(recorded, true),
            onClose: closeRecorder,
            control: props.recorder,
          }}
          waiting={<p role="status">{text.loading}</p>}
          title={text.record.name}
          hint={text.file.recorderFailed}
        />
      ) : file ? (
        <FileRow
          file={file}
          height={height}
          onRemove={onRemove}
          onRetry={onRetry}
          onRecord={() => setRecording(true)}
        />
      ) : (
        <DropArea
          id={id}
          accept={accept}
          first={first}
          takesFiles={takesFiles}
          invalid={Boolean(complaint)}
          describedBy={[hint && `${id}-hint`, complaint && `${id}-error`].filter(Boolean).join(' ') || undefined}
          onPick={(picked) => pick(picked, false)}
          onRecord={accept.includes('audio/') ? () => setRecording(true) : undefined}
        />
      )}
      {hint && (
        <p className={classes('small dim', first === 'mic' && 'center')} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {onOriginal && /(?:image|video)\/\*/.test(accept) && (!file || canShrink(file)) && (
        <OriginalChoice original={original} onOriginal={onOriginal} />
      )}
      <FieldError id={`${id}-error`} message={complaint} />
    </div>
  )
}

/** Returns whether a file was chosen here and is of a kind that is made smaller before it is sent. */
function canShrink({ kind, sent }: PickedFile): boolean {
  return sent !== undefined && (kind === 'image' || kind === 'video')
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

type FileRowProps = Pick<FileFieldProps, 'onRemove' | 'onRetry'> & {
  file: PickedFile
  /** Minimum height of the row in px. */
  height: number | undefined
  onRecord: () => void
}

function FileRow({ file, height, onRemove, onRetry, onRecord }: FileRowProps) {
  const { size, kind, previewUrl, state, sent = 0, from, making, unable, recorded } = file
  const name = recorded ? text.record.yours : file.name
  const audioUrl = kind === 'audio' && previewUrl
  return (
    <div className={classes('file', state === 'failed' && 'bad')} style={{ minHeight: height }}>
      {!audioUrl && <Preview file={file} />}
      <div className="grow stack gap-2">
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
        {audioUrl && <AudioPlayer src={audioUrl} title={name} />}
        {((state === 'failed' && !file.final) || file.held) && onRetry && (
          <p>
            <Button variant="line" icon="retry" onClick={onRetry}>
              {text.retry}
            </Button>
          </p>
        )}
        {recorded && (
          <p className="row gap-2">
            <Button variant="line" icon="mic" onClick={onRecord}>
              {text.record.again}
            </Button>
            <Button variant="text" onClick={onRemove}>
              {text.record.remove}
            </Button>
          </p>
        )}
      </div>
      {!recorded && (
        <Button
          variant="line"
          sq
          icon="x"
          label={state === 'sending' ? text.file.stop(name) : text.file.remove(name)}
          onClick={onRemove}
        />
      )}
      {file.note && (
        <p className="small file-note" role="status">
          {file.note}
        </p>
      )}
    </div>
  )
}

function Preview({ file: { kind, previewUrl } }: { file: PickedFile }) {
  // The address of a picture that the browser can't open, such as HEIC.
  const [unopened, setUnopened] = useState<string>()
  if (previewUrl && kind === 'image' && previewUrl !== unopened) {
    return (
      <div className="pic">
        <img src={previewUrl} alt={text.file.preview} onError={() => setUnopened(previewUrl)} />
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
