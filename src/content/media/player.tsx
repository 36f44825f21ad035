import { AudioPlayer, type AudioProps, ReadingAudio } from '#ui/audio-player.tsx'
import { Picture } from '#ui/picture.tsx'
import { ReadingVideo, VideoPlayer, type VideoSource } from '#ui/video-player.tsx'
import type { FileKind, FilePresentation, Media } from './schema.ts'
import { text } from './text.ts'

type Played = Pick<FilePresentation, 'url' | 'size' | 'variants' | 'duration' | 'peaks'>

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

/** The file of a post, as entries of other types have it. */
export function fileOf({ type, ...media }: Media): FilePresentation {
  return { ...media, kind: type.toLowerCase() as FileKind }
}

type Props = {
  file: FilePresentation
  /** What it is: it completes the buttons' names, and tells a picture to who can't see it. */
  title: string
  /** As of an img: how wide it stands. */
  sizes: string
  /** A public page, which ships no React. */
  reading?: boolean
  /** Alone on its page: a picture stands uncut, a video offers every copy. */
  whole?: boolean
  /** Behind a warning: no picture of it is loaded before it is seen. */
  covered?: boolean
}

/** A file of any kind: a picture is seen at once, a video or recording played by a button that says what it costs. */
export function MediaPlayer({ file, title, sizes, reading, whole, covered }: Props) {
  const { kind, duration } = file
  if (kind === 'audio') {
    const Player = reading ? ReadingAudio : AudioPlayer
    return (
      <div className="talk dusk">
        <Player {...soundOf({ ...file, title })} />
      </div>
    )
  }
  if (kind === 'image')
    return (
      <div className={whole ? 'pic whole round' : 'pic tall'}>
        <Picture file={file} alt={title} sizes={sizes} />
      </div>
    )
  const Player = reading ? ReadingVideo : VideoPlayer
  const sources = videosOf(file)
  return (
    <Player
      sources={whole ? sources : sources.slice(0, 1)}
      title={title}
      duration={duration}
      poster={covered ? { ...file, variants: [] } : file}
      sizes={sizes}
    />
  )
}
