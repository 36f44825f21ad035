import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../drawing/icon.tsx'
import { classes } from '../field.ts'
import { text } from '../text.ts'

export type Camera = 'photo' | 'video'
type CameraProps = { id: string; camera: Camera; accept: string; onPick: (file: File) => void }

type DropAreaProps = {
  accept: string
  /** The camera or the microphone, if it comes first and large, and other files second. */
  first?: Camera | 'mic' | undefined
  /** False to offer only `first`. */
  takesFiles: boolean
  id: string
  describedBy?: string
  invalid: boolean
  onPick: (file: File) => void
  onRecord?: (() => void) | undefined
}

/** Takes a file that is chosen, dropped, pasted, taken with the camera or recorded. */
export function DropArea({ id, accept, first, takesFiles, invalid, describedBy, onPick, onRecord }: DropAreaProps) {
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
      className={classes('drop', first === 'mic' && 'record-first')}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPaste={paste}
    >
      {first === 'mic' ? (
        <button type="button" className="big-rec" onClick={onRecord}>
          <Icon name="mic" />
          <span className="sr">{text.record.open}</span>
        </button>
      ) : (
        first && <CameraButton {...{ id, camera: first, accept, onPick }} />
      )}
      {takesFiles && (
        <>
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
          <label
            className={classes('btn', first === 'mic' ? 'text small' : 'line')}
            htmlFor={`${id}-file`}
            id={`${id}-choose`}
          >
            {first !== 'mic' && <Icon name="up" />}
            {text.file.choose}
          </label>
        </>
      )}
      {onRecord && !first && (
        <Button variant="line" icon="mic" onClick={onRecord}>
          {text.record.open}
        </Button>
      )}
      {takesFiles && <span className="small dim with-mouse">{text.file.drop}</span>}
    </div>
  )
}

/** A file input that opens the camera of a phone. */
function CameraButton({ id, camera, accept, onPick }: CameraProps) {
  return (
    <>
      <input
        id={`${id}-camera`}
        type="file"
        accept={accept}
        capture="environment"
        aria-labelledby={`${id}-label ${id}-take`}
        onChange={({ target }) => {
          if (target.files?.[0]) onPick(target.files[0])
          target.value = ''
        }}
      />
      <label className="btn first" htmlFor={`${id}-camera`} id={`${id}-take`}>
        <Icon name={camera} />
        {text.file.take[camera]}
      </label>
    </>
  )
}
