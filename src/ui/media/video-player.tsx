import { useEffect, useRef, useState } from 'react'
import { formatBytes, formatDuration } from '../data/formats.ts'
import { Icon } from '../drawing/icon.tsx'
import { PlaceholderPicture } from '../drawing/terraces.tsx'
import { text } from '../text.ts'
import { CannotPlay } from './audio-player.tsx'
import { Picture, type PictureSource } from './picture.tsx'

export type VideoSource = {
  src: string
  /** Bytes, shown on the button because people pay for them. */
  size?: number
  /** Distinguishes this copy from the first one. */
  label?: string
}

export type VideoProps = {
  /** Smallest first. */
  sources: VideoSource[]
  /** The title of the video, for the buttons' names. */
  title: string
  /** In seconds. */
  duration: number | null
  /** Its copies are the poster; without any, a placeholder is shown. */
  poster: PictureSource
  sizes: string
}

/** A video in the dashboard: a poster and one button for each copy. No copy loads before its button is pressed. */
export function VideoPlayer(props: VideoProps) {
  const { sources, title, duration } = props
  const [chosen, setChosen] = useState<string | null>(null)
  const [broken, setBroken] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (!chosen) return
    video.current?.focus()
    video.current?.play().catch(() => {})
  }, [chosen])
  return (
    <div className="video">
      {chosen ? (
        <video
          ref={video}
          className="film"
          controls
          playsInline
          preload="none"
          src={chosen}
          aria-label={title}
          onError={() => setBroken(true)}
        >
          <track kind="captions" />
        </video>
      ) : (
        <Poster {...props} />
      )}
      {broken && <CannotPlay>{text.cannotPlay}</CannotPlay>}
      <p className="row gap-2 middle">
        {sources
          .filter(({ src }) => src !== chosen)
          .map(({ src, size, label }, at) => (
            <button
              key={src}
              type="button"
              className={at === 0 && !chosen ? 'btn' : 'btn line'}
              onClick={() => {
                setBroken(false)
                setChosen(src)
              }}
            >
              <Icon name="play" />
              {[text.play, label, size !== undefined && formatBytes(size)].filter(Boolean).join(', ')}
              <span className="sr">: {title}</span>
            </button>
          ))}
        {duration !== null && <span className="small strong">{formatDuration(duration)}</span>}
      </p>
    </div>
  )
}

/**
 * A video on a reading page with native controls, which load nothing before Play is pressed; its size is shown below.
 * The page's script sets the poster, unless the device saves data.
 */
export function ReadingVideo({ sources, title, duration, poster }: VideoProps) {
  const [{ src, size } = { src: '' }] = sources
  const still = poster.variants.filter((variant) => variant.format === 'webp').at(-1)
  const { width, height } = still ?? { width: 16, height: 9 }
  return (
    <div className="video">
      <video
        className="film"
        controls
        playsInline
        preload="none"
        src={src}
        data-poster={still?.url}
        width={width ?? undefined}
        height={height ?? undefined}
        aria-label={title}
      >
        <track kind="captions" />
      </video>
      <CannotPlay hidden>{text.cannotPlay}</CannotPlay>
      <p className="small strong">
        {[size !== undefined && `${text.play}, ${formatBytes(size)}`, duration !== null && formatDuration(duration)]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}

function Poster({ poster, sizes, title }: VideoProps) {
  if (!poster.variants.some((variant) => variant.format === 'webp')) return <PlaceholderPicture field="dusk" view={1} />
  return (
    <div className="pic">
      <Picture file={poster} alt={text.still(title)} sizes={sizes} />
    </div>
  )
}
