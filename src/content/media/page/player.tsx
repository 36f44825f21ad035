import { useContext } from 'react'
import { AudioPlayer, ReadingAudio } from '#ui/media/audio-player.tsx'
import { CoveredContext, Picture } from '#ui/media/picture.tsx'
import { ReadingVideo, VideoPlayer, type VideoSource } from '#ui/media/video-player.tsx'
import type { FileKind, FilePresentation, Media } from '../schema.ts'
import { text } from '../text.ts'
import { type Played, soundOf } from './sound.ts'

/** Returns the copies of a video, smallest first, or the original if there are none. */
function videosOf({ url, size, variants }: Played): VideoSource[] {
  const copies = variants.filter((variant) => variant.kind === 'video')
  if (copies.length === 0) return [{ src: url, ...(size !== null && { size }) }]
  return copies.map((copy, at) => ({ src: copy.url, size: copy.size, ...(at > 0 && { label: text.larger }) }))
}

/** Returns the file of a media post in the format of other types' files. */
export function fileOf({ type, ...media }: Media): FilePresentation {
  return { ...media, kind: type.toLowerCase() as FileKind }
}

type Props = {
  file: FilePresentation
  /** The title, for the names of the buttons and the alternative text. */
  title: string
  sizes: string
  /** True on a public page, which ships no React. */
  reading?: boolean
  /** True on the file's own page: shows an uncropped picture, or every copy of a video. */
  full?: boolean
}

/**
 * Shows a file of any kind. Pictures appear immediately. Videos and recordings have a Play button with their size.
 */
export function MediaPlayer({ file, title, sizes, reading, full }: Props) {
  const covered = useContext(CoveredContext)
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
      <div className={full ? 'pic whole round' : 'pic tall'}>
        <Picture file={file} alt={title} sizes={sizes} opening={reading && full} />
      </div>
    )
  const Player = reading ? ReadingVideo : VideoPlayer
  const sources = videosOf(file)
  return (
    <Player
      sources={full ? sources : sources.slice(0, 1)}
      title={title}
      duration={duration}
      poster={covered ? { ...file, variants: [] } : file}
      sizes={sizes}
    />
  )
}
