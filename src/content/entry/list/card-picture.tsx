import { PlaceholderPicture } from '#ui/drawing/terraces.tsx'
import { classes, type Field } from '#ui/field.ts'
import { Picture, type PictureSource } from '#ui/media/picture.tsx'
import type { Entry } from '../schema.ts'
import { WarningPlate } from '../visibility/warning.tsx'

type Props = {
  entry: Pick<Entry, 'id' | 'deceased'>
  picture: PictureSource | null | undefined
  /** The drawing shown if the entry has no picture. */
  field: Field
  look?: 'tall'
  sizes?: string
  /** True for one of the first entries of a reading page. */
  opening?: boolean | undefined
}

/** The picture at the top of a card: the entry's own, a drawing, or the warning about a deceased person. */
export function CardPicture({ entry: { id, deceased }, picture, field, look, sizes, opening }: Props) {
  if (deceased) return <WarningPlate />
  // A new video has no still picture yet.
  if (!picture || (picture.kind === 'video' && !picture.variants.some(({ format }) => format === 'webp')))
    return <PlaceholderPicture field={field} view={id.charCodeAt(id.length - 1)} className={classes(look)} />
  return (
    <div className={classes('pic', look)}>
      <Picture file={picture} alt="" sizes={sizes ?? '(min-width: 900px) 400px, 100vw'} opening={opening} />
    </div>
  )
}
