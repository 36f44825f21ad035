import { Picture } from '#ui/media/picture.tsx'
import type { ListedPicture } from '../schema.ts'

type Props = {
  picture: Pick<ListedPicture, 'url' | 'kind' | 'width' | 'height' | 'variants'>
  alt: string
  sizes: string
  /** The accessible name of the link, which says what opens. */
  label: string
  /** True to crop the picture to 16:9, like every cover. */
  cover?: boolean
  /** True if it is the first picture of the page. */
  opening?: boolean
}

/** A picture, uncropped unless it is a cover. Pressing it opens its largest copy, without JavaScript. */
export function LargePicture({ picture, alt, sizes, label, cover, opening }: Props) {
  const largest = picture.variants.findLast(({ format }) => format === 'webp')?.url ?? picture.url
  return (
    <a className={cover ? 'pic round' : 'pic whole round'} href={largest} aria-label={label}>
      <Picture file={picture} alt={alt} sizes={sizes} opening={opening} />
    </a>
  )
}
