import { PlaceholderPicture } from '#ui/contour.tsx'
import { classes, type Field } from '#ui/field.ts'
import { Picture, type PictureSource } from '#ui/picture.tsx'
import { WarningPlate } from './covered.tsx'
import type { Entry } from './schema.ts'

type Props = {
  entry: Pick<Entry, 'id' | 'deceased'>
  picture: PictureSource | null | undefined
  /** Of the hill that stands for it where there is none. */
  field: Field
  look?: 'tall'
}

/** On top of an entry's card: its picture, or the warning in its place. */
export function CardPicture({ entry: { id, deceased }, picture, field, look }: Props) {
  if (deceased) return <WarningPlate />
  if (!picture)
    return <PlaceholderPicture field={field} view={id.charCodeAt(id.length - 1)} className={classes(look)} />
  return (
    <div className={classes('pic', look)}>
      <Picture file={picture} alt="" sizes="(min-width: 900px) 400px, 100vw" />
    </div>
  )
}
