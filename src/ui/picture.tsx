import { text } from './text.ts'

export type PictureSource = {
  url: string
  kind: 'image' | 'video' | 'audio'
  width: number | null
  height: number | null
  /** Copies of other formats, which play, are passed over: a video shows its poster. */
  variants: { url: string; width: number | null; height: number | null; format: string }[]
}

/**
 * A picture in the smallest copy that fills its place. Before there are copies few may have the original: whoever may not
 * reads that it is being prepared (`contour.css`), or that it can't be shown, where it could not even be measured.
 * @param sizes as of an img: how wide it stands
 */
export function Picture({
  file,
  alt,
  sizes,
  eager,
}: {
  file: PictureSource
  alt: string
  sizes: string
  eager?: boolean
}) {
  const setOf = (format: 'avif' | 'webp') =>
    file.variants
      .filter((variant) => variant.format === format)
      .map(({ url, width }) => `${url} ${width}w`)
      .join(', ')
  const smallest = file.variants.find((variant) => variant.format === 'webp')?.url ?? file.url
  const waiting = file.kind === 'image' && file.variants.length === 0
  return (
    <picture>
      {setOf('avif') && <source type="image/avif" srcSet={setOf('avif')} sizes={sizes} />}
      {setOf('webp') && <source type="image/webp" srcSet={setOf('webp')} sizes={sizes} />}
      <img
        src={smallest}
        alt={alt}
        data-unseen={waiting ? (file.width ? text.picture.coming : text.picture.closed) : undefined}
        width={file.width ?? undefined}
        height={file.height ?? undefined}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
      />
    </picture>
  )
}
