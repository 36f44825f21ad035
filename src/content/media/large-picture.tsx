import { Picture } from '#ui/picture.tsx'
import type { ListedPicture } from './schema.ts'

type Props = {
  picture: Pick<ListedPicture, 'url' | 'kind' | 'width' | 'height' | 'variants'>
  alt: string
  /** As of an img: how wide it stands. */
  sizes: string
  /** The link's name: what opening does, and of which picture. */
  label: string
}

/** A picture, uncut; pressed, its largest copy opens by itself, to look closer without any script. */
export function LargePicture({ picture, alt, sizes, label }: Props) {
  const largest = picture.variants.findLast(({ format }) => format === 'webp')?.url ?? picture.url
  return (
    <a className="pic whole round" href={largest} aria-label={label}>
      <Picture file={picture} alt={alt} sizes={sizes} />
    </a>
  )
}
