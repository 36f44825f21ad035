import { useEffect, useState } from 'react'
import { AudioPlayer } from '../audio-player.tsx'
import { Button } from '../button.tsx'
import { SilentWave, Waveform } from '../contour.tsx'
import { formatBytes, formatDuration } from '../formats.ts'
import { Icon } from '../icon.tsx'
import { text } from '../text.ts'
import { type MicrophoneTrouble, NoMicrophone, type Recording, startRecording } from './microphone.ts'

export type RecorderProps = {
  /** After so many seconds it stops by itself. */
  limit: number
  onKeep: (file: File) => void
  onClose: () => void
}

type Phase =
  | { name: 'asking' }
  | { name: 'recording' | 'paused'; recording: Recording }
  | { name: 'done'; file: File; url: string; seconds: number }
  | { name: 'trouble'; trouble: MicrophoneTrouble }

/** Bars of the meter, and ms between two of them. */
const bars = 46
const tick = 100

/** Records a voice, lets it be heard, and gives it away only when it is kept. The microphone is off once this is gone. */
export function Recorder(props: RecorderProps) {
  const [attempt, setAttempt] = useState(1)
  return <Attempt key={attempt} {...props} onAgain={() => setAttempt(attempt + 1)} />
}

function Attempt({ limit, onKeep, onClose, onAgain }: RecorderProps & { onAgain: () => void }) {
  const [phase, setPhase] = useState<Phase>({ name: 'asking' })
  const [peaks, setPeaks] = useState<number[]>([])
  const [seconds, setSeconds] = useState(0)

  useEffect(() => {
    let gone = false
    let recording: Recording | undefined
    let url: string | undefined
    startRecording().then(
      (begun) => {
        recording = begun
        if (gone) return begun.abandon()
        setPhase({ name: 'recording', recording: begun })
        void begun.finished.then((file) => {
          if (gone) return
          url = URL.createObjectURL(file)
          setPhase({ name: 'done', file, url, seconds: begun.seconds() })
        })
      },
      (error: unknown) => {
        if (!(error instanceof NoMicrophone)) throw error
        if (!gone) setPhase({ name: 'trouble', trouble: error.trouble })
      },
    )
    return () => {
      gone = true
      recording?.abandon()
      if (url) URL.revokeObjectURL(url)
    }
  }, [])

  const running = phase.name === 'recording' ? phase.recording : null
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => {
      setSeconds(running.seconds())
      setPeaks((before) => [...before, running.level()].slice(-bars))
      if (running.seconds() >= limit) running.stop()
    }, tick)
    return () => clearInterval(timer)
  }, [running, limit])

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame of its own
    <div className="recorder talk dusk stack gap-3" role="group" aria-label={text.record.name}>
      <p className="sr" role="status">
        {text.record.phases[phase.name]}
      </p>
      {phase.name === 'trouble' ? (
        <p className="row">
          <Icon name="alert" />
          <span className="grow">{text.record.trouble[phase.trouble]}</span>
        </p>
      ) : phase.name === 'done' ? (
        <AudioPlayer src={phase.url} title={text.record.yours} duration={phase.seconds} />
      ) : (
        <>
          {peaks.length > 0 ? <Waveform peaks={padded(peaks)} played={1} /> : <SilentWave />}
          <p className="row baseline">
            <span className="t2 num" role="timer">
              {formatDuration(seconds)}
            </span>
            <span className="small">
              {phase.name === 'asking' ? text.record.phases.asking : text.record.limit(formatDuration(limit))}
            </span>
          </p>
        </>
      )}
      <div className="row">
        {(phase.name === 'recording' || phase.name === 'paused') && (
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
        {phase.name === 'done' && (
          <Button icon="check" autoFocus onClick={() => onKeep(phase.file)}>
            {text.record.keep(formatBytes(phase.file.size))}
          </Button>
        )}
        {(phase.name === 'done' || phase.name === 'trouble') && (
          <Button variant="line" icon="retry" onClick={onAgain} autoFocus={phase.name === 'trouble'}>
            {phase.name === 'done' ? text.record.again : text.retry}
          </Button>
        )}
        <Button variant="text" onClick={onClose}>
          {text.cancel}
        </Button>
      </div>
    </div>
  )
}

/** The newest bar stands at the right, silence before the first. */
function padded(peaks: readonly number[]): number[] {
  return [...Array.from({ length: bars - peaks.length }, () => 0.04), ...peaks.map((peak) => Math.max(peak, 0.04))]
}
