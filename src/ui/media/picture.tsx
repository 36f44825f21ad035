import { createContext, useContext } from 'react'
import { formatBytes } from '../data/formats.ts'
import { text } from '../text.ts'

export type PictureSource = {
  url: string
  kind: 'image' | 'video' | 'audio'
  width: number | null
  height: number | null
  /** Sound and video copies are ignored, so a video shows its poster. */
  variants: { url: string; width: number | null; height: number | null; format: string; size?: number }[]
}

/** True behind a warning: no picture is requested before the reader opens it. */
export const CoveredContext = createContext(false)

type PictureProps = {
  file: PictureSource
  alt: string
  sizes: string
  /** True for one of the first pictures of a reading page, which is then requested before the page is laid out. */
  opening?: boolean | undefined
}

/**
 * A picture in the smallest copy that fits. It loads when the reader scrolls near it or, in data-saver mode, taps it
 * (`head-script.ts`). Before there are copies, readers without access to the original see that it is being prepared
 * (`terraces.css`), or that it can't be shown.
 */
export function Picture({ file, alt, sizes, opening }: PictureProps) {
  const covered = useContext(CoveredContext)
  const setOf = (format: 'avif' | 'webp') =>
    file.variants
      .filter((variant) => variant.format === format)
      .map(({ url, width }) => `${url} ${width}w`)
      .join(', ')
  const smallest = file.variants.find((variant) => variant.format === 'webp')?.url ?? file.url
  const light = file.variants.find(({ format, width }) => format === 'avif' && (width ?? 0) >= 640)
  const cost = light?.size === undefined ? undefined : formatBytes(light.size)
  const waiting = file.kind === 'image' && file.variants.length === 0
  return (
    <picture data-tap={text.picture.tap(alt, cost)}>
      {opening && !covered && setOf('avif') && <Early href={smallest} set={setOf('avif')} sizes={sizes} />}
      {setOf('avif') && <source type="image/avif" srcSet={setOf('avif')} sizes={sizes} />}
      {setOf('webp') && <source type="image/webp" srcSet={setOf('webp')} sizes={sizes} />}
      <img
        src={smallest}
        alt={alt}
        data-unseen={waiting ? (file.width ? text.picture.coming : text.picture.closed) : undefined}
        width={file.width ?? undefined}
        height={file.height ?? undefined}
        loading="lazy"
        decoding="async"
      />
    </picture>
  )
}

/**
 * Names a picture in the head of the page, where React moves the link. `head-script.ts` makes it a preload, unless the
 * device saves data.
 */
function Early({ href, set, sizes }: { href: string; set: string; sizes: string }) {
  return <link rel="opening-picture" as="image" type="image/avif" href={href} imageSrcSet={set} imageSizes={sizes} />
}
