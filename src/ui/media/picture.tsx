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

/**
 * A picture in the smallest copy that fits. It loads when the reader scrolls near it or, in data-saver mode, taps it
 * (`head-script.ts`). Before there are copies, readers without access to the original see that it is being prepared
 * (`contour.css`), or that it can't be shown.
 * @param sizes the `sizes` attribute of the image
 */
export function Picture({ file, alt, sizes }: { file: PictureSource; alt: string; sizes: string }) {
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
