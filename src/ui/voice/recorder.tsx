import { useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { formatDuration } from '../data/formats.ts'
import { Icon } from '../drawing/icon.tsx'
import { SilentWave, Waveform } from '../drawing/terraces.tsx'
import { useWakeLock } from '../form/use-wake-lock.ts'
import { AudioPlayer } from '../media/audio-player.tsx'
import { text } from '../text.ts'
import { findFault, type VoiceFault } from './fault.ts'
import { type MicrophoneTrouble, NoMicrophone, type Recording, startRecording, type TakePiece } from './microphone.ts'

/** Lets a form store the chunks of a recording and stop it, for example to post what has been recorded. */
export type RecordingControl = {
  /** Called when a recording begins. Returns the function that stores its chunks. */
  begin: (name: string, type: string) => TakePiece
  /** Deletes the stored chunks of the latest recording. */
  discard: () => void
  /**
   * Receives the function that stops the recording and resolves once the form has the file; null once the recorder
   * has closed.
   */
  setStop: (stop: (() => Promise<void>) | null) => void
}

export type RecorderProps = {
  /** Stops automatically after this many seconds. */
  limit: number
  /** Called with the recording as soon as it stops. */
  onRecorded: (file: File) => void
  onClose: () => void
  control?: RecordingControl | undefined
}

type Phase =
  | { name: 'asking' | 'checking' }
  | { name: 'recording' | 'paused'; recording: Recording }
  | { name: 'trouble'; trouble: MicrophoneTrouble | VoiceFault }

/** Bars of the meter, and milliseconds between two bars. */
const bars = 46
const tick = 100

/**
 * Records a voice and passes it to the form, or plays it and offers to record again if no voice can be heard in it. The
 * microphone is released when this unmounts.
 */
export function Recorder(props: RecorderProps) {
  const [attempt, setAttempt] = useState(1)
  return <Attempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function Attempt({ limit, onRecorded, onClose, control, onRetry }: RecorderProps & { onRetry: () => void }) {
  const [phase, setPhase] = useState<Phase>({ name: 'asking' })
  const [peaks, setPeaks] = useState<number[]>([])
  const [seconds, setSeconds] = useState(0)
  const [takeUrl, setTakeUrl] = useState<string>()
  const discarded = useRef(false)
  const form = useRef({ onRecorded, onClose, control })
  form.current = { onRecorded, onClose, control }

  useEffect(() => {
    let unmounted = false
    let recording: Recording | undefined
    const { control } = form.current
    control?.setStop(async () => form.current.onClose())
    startRecording((name, type) => control?.begin(name, type) ?? (() => {})).then(
      (newRecording) => {
        recording = newRecording
        const saving = newRecording.finished.then(async (file) => {
          if (unmounted) return
          setPhase({ name: 'checking' })
          const fault = await findFault(file)
          if (unmounted) return
          if (!fault) return form.current.onRecorded(file)
          control?.discard()
          control?.setStop(async () => form.current.onClose())
          if (file.size > 0) setTakeUrl(URL.createObjectURL(file))
          setPhase({ name: 'trouble', trouble: fault })
        })
        if (unmounted) {
          newRecording.stop()
          return void newRecording.finished.then(() => control?.discard())
        }
        control?.setStop(() => {
          newRecording.stop()
          return saving
        })
        setPhase({ name: 'recording', recording: newRecording })
      },
      (error: unknown) => {
        if (!(error instanceof NoMicrophone)) throw error
        if (!unmounted) setPhase({ name: 'trouble', trouble: error.trouble })
      },
    )
    return () => {
      unmounted = true
      control?.setStop(null)
      // Stopping stores the last chunk too, for people who leave the page by accident and resume later.
      recording?.stop()
      if (discarded.current) void recording?.finished.then(() => control?.discard())
    }
  }, [])

  useEffect(() => () => URL.revokeObjectURL(takeUrl ?? ''), [takeUrl])

  const running = phase.name === 'recording' ? phase.recording : null
  useWakeLock(running !== null)
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => {
      setSeconds(running.seconds())
      setPeaks((before) => [...before, running.level()].slice(-bars))
      if (running.seconds() >= limit) running.stop()
    }, tick)
    return () => clearInterval(timer)
  }, [running, limit])

  const hasBegun = phase.name === 'recording' || phase.name === 'paused'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its own frame
    <div className="recorder talk dusk stack gap-3" role="group" aria-label={text.record.name}>
      <p className="sr" role="status">
        {text.record.phases[phase.name]}
      </p>
      {phase.name === 'trouble' ? (
        <>
          <p className="row">
            <Icon name="alert" />
            <span className="grow">{text.record.trouble[phase.trouble]}</span>
          </p>
          {takeUrl && <AudioPlayer src={takeUrl} title={text.record.yours} />}
        </>
      ) : (
        <>
          {peaks.length > 0 ? <Waveform peaks={padded(peaks)} played={1} /> : <SilentWave />}
          <p className="row baseline">
            <span className="t2 num" role="timer">
              {formatDuration(seconds)}
            </span>
            <span className="small">
              {hasBegun ? text.record.limit(formatDuration(limit)) : text.record.phases[phase.name]}
            </span>
          </p>
        </>
      )}
      <div className="row">
        {hasBegun && (
          <>
            <Button icon="stop" autoFocus onClick={phase.recording.stop}>
              {text.record.stop}
            </Button>
            <Button
              variant="line"
              icon={phase.name === 'paused' ? 'mic' : 'pause'}
              onClick={() => {
                if (phase.name === 'paused') phase.recording.resume()
                else phase.recording.pause()
                setPhase({ ...phase, name: phase.name === 'paused' ? 'recording' : 'paused' })
              }}
            >
              {phase.name === 'paused' ? text.record.resume : text.pause}
            </Button>
          </>
        )}
        {phase.name === 'trouble' && (
          <Button variant="line" icon="retry" onClick={onRetry} autoFocus>
            {text.retry}
          </Button>
        )}
        <Button
          variant="text"
          onClick={() => {
            discarded.current = true
            onClose()
          }}
        >
          {hasBegun ? text.record.remove : text.cancel}
        </Button>
      </div>
    </div>
  )
}

/** Pads with silence on the left, so that the newest bar is at the right. */
function padded(peaks: readonly number[]): number[] {
  return [...Array.from({ length: bars - peaks.length }, () => 0.04), ...peaks.map((peak) => Math.max(peak, 0.04))]
}
