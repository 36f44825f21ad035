import { type ReactNode, useRef, useState } from 'react'
import { Waveform } from './contour.tsx'
import { classes } from './field.ts'
import { formatBytes, formatDuration } from './formats.ts'
import { Icon } from './icon.tsx'
import { text } from './text.ts'

export type AudioProps = {
  src: string
  /** What is heard; it completes the button's name. */
  title: string
  /** Bytes; stands on the button, because people pay for them. */
  size?: number
  /** Seconds. */
  duration?: number
  /** Loudness from 0 to 1, about 46 of them. */
  peaks?: readonly number[]
  big?: boolean
}

const level = Array.from({ length: 46 }, () => 0.3)

/** A recording on a reading page: native controls until the page's script (`data-audio`) takes the button into use. */
export function ReadingAudio(props: AudioProps) {
  return (
    <div className="audio" data-audio>
      <audio controls preload="none" src={props.src} aria-label={props.title}>
        <track kind="captions" />
      </audio>
      <Face
        {...props}
        playing={false}
        played={0}
        toggle={<PlayButton {...props} playing={false} data-audio-toggle />}
      />
    </div>
  )
}

/** A recording in the dashboard; nothing is loaded before Play. */
export function AudioPlayer(props: AudioProps) {
  const audio = useRef<HTMLAudioElement>(null)
  const [playing, setPlaying] = useState(false)
  const [played, setPlayed] = useState(0)
  function toggle() {
    if (playing) audio.current?.pause()
    else audio.current?.play().catch(() => setPlaying(false))
  }
  function progress() {
    const { currentTime = 0, duration = 0 } = audio.current ?? {}
    // A browser's own recording does not say how long it is.
    const length = Number.isFinite(duration) ? duration : (props.duration ?? 0)
    setPlayed(length > 0 ? Math.min(1, currentTime / length) : 0)
  }
  return (
    <div className="audio" data-playing={playing || undefined}>
      <audio
        ref={audio}
        hidden
        preload="none"
        src={props.src}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlayed(0)}
        onTimeUpdate={progress}
      >
        <track kind="captions" />
      </audio>
      <Face
        {...props}
        playing={playing}
        played={played}
        toggle={<PlayButton {...props} playing={playing} onClick={toggle} />}
      />
    </div>
  )
}

type FaceProps = AudioProps & { playing: boolean; played: number; toggle: ReactNode }

function Face({ duration, peaks, big, played, toggle }: FaceProps) {
  return (
    <>
      {toggle}
      <Waveform peaks={peaks ?? level} played={played} big={big ?? false} whole={peaks !== undefined} />
      {duration !== undefined && <span className="small strong">{formatDuration(duration)}</span>}
    </>
  )
}

type PlayButtonProps = Pick<AudioProps, 'title' | 'size'> & {
  playing: boolean
  onClick?: () => void
  'data-audio-toggle'?: boolean
}

/** Both faces are in the page: `data-playing` on `.audio` chooses, so a script of a few lines can run it. */
function PlayButton({ title, size, onClick, ...rest }: PlayButtonProps) {
  return (
    <button className="btn" type="button" onClick={onClick} data-audio-toggle={rest['data-audio-toggle']}>
      <Icon name="play" className={classes('play')} />
      <Icon name="pause" className={classes('pause')} />
      <span className="play">{size === undefined ? text.play : `${text.play}, ${formatBytes(size)}`}</span>
      <span className="pause">{text.pause}</span>
      <span className="sr">: {title}</span>
    </button>
  )
}
