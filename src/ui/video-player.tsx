import { useEffect, useRef, useState } from 'react'
import { PlaceholderPicture } from './contour.tsx'
import { formatBytes, formatDuration } from './formats.ts'
import { Icon } from './icon.tsx'
import { Picture, type PictureSource } from './picture.tsx'
import { text } from './text.ts'

export type VideoSource = {
  src: string
  /** Bytes; stands on the button, because people pay for them. */
  size?: number
  /** What sets it apart from the first. */
  label?: string
}

export type VideoProps = {
  /** Smallest first. */
  sources: VideoSource[]
  /** What is seen; it completes the buttons' names. */
  title: string
  /** Seconds. */
  duration: number | null
  /** Its copies are the poster; without any a hill stands there. */
  poster: PictureSource
  /** As of an img: how wide it stands. */
  sizes: string
}

/** A video in the dashboard: a poster and one button for each copy; nothing of it is loaded before one is pressed. */
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
          className="pic whole"
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
      {broken && (
        <p className="small" role="alert">
          {text.cannotPlay}
        </p>
      )}
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

/** A video on a reading page: the browser's own controls, which load nothing before Play; its cost stands below.
 * The page's script gives it its poster, unless the device saves data. */
export function ReadingVideo({ sources, title, duration, poster }: VideoProps) {
  const [{ src, size } = { src: '' }] = sources
  const still = poster.variants.filter((variant) => variant.format === 'webp').at(-1)
  const { width, height } = still ?? { width: 16, height: 9 }
  return (
    <div className="video">
      <video
        className="pic whole"
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
