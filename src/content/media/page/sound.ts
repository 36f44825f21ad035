import type { AudioProps } from '#ui/media/audio-player.tsx'
import type { FilePresentation } from '../schema.ts'

export type Played = Pick<FilePresentation, 'url' | 'size' | 'variants' | 'duration' | 'peaks'>

/** Returns the player's properties for a recording: its copy, or the original if there is none. */
export function soundOf({ title, url, size, variants, duration, peaks }: Played & { title: string }): AudioProps {
  const copy = variants.find((variant) => variant.kind === 'audio')
  const file = copy ? { src: copy.url, size: copy.size } : { src: url, ...(size !== null && { size }) }
  return { ...file, title, ...(duration !== null && { duration }), ...(peaks && { peaks }) }
}
