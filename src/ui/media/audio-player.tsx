import { useRef, useState } from 'react'
import { formatBytes, formatDuration } from '../data/formats.ts'
import { Icon } from '../drawing/icon.tsx'
import { Waveform } from '../drawing/terraces.tsx'
import { classes } from '../field.ts'
import { text } from '../text.ts'

export type AudioProps = {
  src: string
  /** The title of the recording, for the button's name. */
  title: string
  /** Bytes, shown on the button because people pay for them. */
  size?: number
  /** In seconds. */
  duration?: number
  /** Loudness from 0 to 1, about 46 values. */
  peaks?: readonly number[]
  big?: boolean
  /** True for a recording in a list of several, which has a less prominent button. */
  soft?: boolean
}

const level = Array.from({ length: 46 }, () => 0.3)

/** A recording on a reading page: native controls until the page's script (`data-audio`) enables the button. */
export function ReadingAudio(props: AudioProps) {
  return (
    <div className="audio" data-audio>
      <audio controls preload="none" src={props.src} aria-label={props.title}>
        <track kind="captions" />
      </audio>
      <Face {...props} played={0} data-audio-toggle />
      <CannotPlay hidden>{text.cannotPlaySound}</CannotPlay>
    </div>
  )
}

/** A recording in the dashboard. Nothing loads before Play is pressed. */
export function AudioPlayer(props: AudioProps) {
  const audio = useRef<HTMLAudioElement>(null)
  // Keeps the address that is playing, because changing it to the address of a new copy would stop the sound.
  const [playing, setPlaying] = useState<string | null>(null)
  const [played, setPlayed] = useState(0)
  const [broken, setBroken] = useState(false)
  const isOnDevice = props.src.startsWith('blob:')
  function toggle() {
    if (playing) return audio.current?.pause()
    if (broken) audio.current?.load()
    setBroken(false)
    audio.current?.play().catch(() => setPlaying(null))
  }
  function progress() {
    const { currentTime = 0, duration = 0 } = audio.current ?? {}
    // Recordings made by browsers have no length in the file.
    const length = Number.isFinite(duration) ? duration : (props.duration ?? 0)
    setPlayed(length > 0 ? Math.min(1, currentTime / length) : 0)
  }
  return (
    <div className="audio" data-playing={playing !== null || undefined}>
      <audio
        ref={audio}
        hidden
        preload="none"
        src={playing ?? props.src}
        onPlay={() => setPlaying(props.src)}
        onPause={() => setPlaying(null)}
        onEnded={() => setPlayed(0)}
        onTimeUpdate={progress}
        onError={() => {
          setPlaying(null)
          setBroken(true)
        }}
      >
        <track kind="captions" />
      </audio>
      <Face {...props} played={played} onClick={toggle} />
      {broken && <CannotPlay>{isOnDevice ? text.cannotPlayFile : text.cannotPlaySound}</CannotPlay>}
    </div>
  )
}

/** Says that a recording or video can't be played; the script of reading pages shows a hidden one (`reading.ts`). */
export function CannotPlay({ children, hidden }: { children: string; hidden?: boolean }) {
  return (
    <p className="small cannot-play" role="alert" hidden={hidden}>
      {children}
    </p>
  )
}

type FaceProps = AudioProps & { played: number; onClick?: () => void; 'data-audio-toggle'?: boolean }

/** The button contains both icons; `data-playing` on `.audio` shows one, so that a very small script can handle it. */
function Face({ title, size, duration, peaks, big, soft, played, onClick, ...rest }: FaceProps) {
  return (
    <>
      <button
        className={classes('btn', soft && 'soft')}
        type="button"
        onClick={onClick}
        data-audio-toggle={rest['data-audio-toggle']}
      >
        <Icon name="play" className={classes('play')} />
        <Icon name="pause" className={classes('pause')} />
        <span className="play">{size === undefined ? text.play : `${text.play}, ${formatBytes(size)}`}</span>
        <span className="pause">{text.pause}</span>
        <span className="sr">: {title}</span>
      </button>
      <Waveform peaks={peaks ?? level} played={played} big={big ?? false} />
      {duration !== undefined && <span className="small strong num">{formatDuration(duration)}</span>}
    </>
  )
}
