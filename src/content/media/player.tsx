import { AudioPlayer, type AudioProps, ReadingAudio } from '#ui/audio-player.tsx'
import { Picture } from '#ui/picture.tsx'
import { ReadingVideo, VideoPlayer, type VideoSource } from '#ui/video-player.tsx'
import type { FilePresentation, Media } from './schema.ts'
import { text } from './text.ts'

type Played = Pick<FilePresentation, 'url' | 'size' | 'variants' | 'duration' | 'peaks' | 'width' | 'height'>

/** How a recording is heard: its small copy, or the file as it was sent where there is none. */
export function soundOf({ title, url, size, variants, duration, peaks }: Played & { title: string }): AudioProps {
  const copy = variants.find((variant) => variant.kind === 'audio')
  const file = copy ? { src: copy.url, size: copy.size } : { src: url, ...(size !== null && { size }) }
  return { ...file, title, ...(duration !== null && { duration }), ...(peaks && { peaks }) }
}

/** The copies of a video, smallest first; the file as it was sent where there is none. */
function videosOf({ url, size, variants }: Played): VideoSource[] {
  const copies = variants.filter((variant) => variant.kind === 'video')
  if (copies.length === 0) return [{ src: url, ...(size !== null && { size }) }]
  return copies.map((copy, at) => ({ src: copy.url, size: copy.size, ...(at > 0 && { label: text.larger }) }))
}

type Props = {
  media: Media
  /** As of an img: how wide it stands. */
  sizes: string
  /** A public page, which ships no React. */
  reading?: boolean
  /** Alone on its page: a picture stands uncut, a video offers every copy. */
  whole?: boolean
}

/** What the post holds: seen at once, heard and played by a button that says what it costs. */
export function MediaPlayer({ media, sizes, reading, whole }: Props) {
  const { type, title, duration } = media
  if (type === 'AUDIO') {
    const Player = reading ? ReadingAudio : AudioPlayer
    return (
      <div className="talk dusk">
        <Player {...soundOf(media)} />
      </div>
    )
  }
  const file = { ...media, kind: type === 'VIDEO' ? ('video' as const) : ('image' as const) }
  if (type === 'IMAGE')
    return (
      <div className={whole ? 'pic whole round' : 'pic tall'}>
        <Picture file={file} alt={title} sizes={sizes} eager={whole ?? false} />
      </div>
    )
  const Player = reading ? ReadingVideo : VideoPlayer
  const sources = videosOf(media)
  return (
    <Player
      sources={whole ? sources : sources.slice(0, 1)}
      title={title}
      duration={duration}
      poster={file}
      sizes={sizes}
    />
  )
}
