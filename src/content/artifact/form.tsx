import { type Maker, MakerField, makerOf, noMaker, withMaker } from '#content/entry/maker/field.tsx'
import { PointField, pointView } from '#content/entry/point/point-field.tsx'
import type { NewPoint } from '#content/entry/schema.ts'
import { type Audience, audienceOf } from '#content/entry/visibility/audience-fields.tsx'
import { Controlled, EntryForm } from '#content/media/entry-form/entry-form.tsx'
import { asLines, asTyped } from '#content/media/entry-form/options.ts'
import { useEntryForm } from '#content/media/entry-form/use-entry-form.ts'
import { allFiles, type FileItem, FileListField, itemsOf, listView } from '#content/media/form/file-list-field.tsx'
import { TagInput } from '#ui/form/tag-input.tsx'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { useUpload } from '#web/upload/upload.ts'
import { useUploads } from '#web/upload/uploads.ts'
import { type Artifact, NewArtifact } from './schema.ts'
import { text } from './text.ts'

type Values = {
  name: string
  localName: string
  description: string
  materials: string[]
  use: string
  maker: Maker
  period: string
  dimensions: string
  heldAt: string
  point: NewPoint | null
  images: FileItem[]
  audience: Audience
}

export type ArtifactFormProps = {
  /** The artifact to edit. Without it, the form creates one and stores a draft on the device. */
  artifact?: Artifact | undefined
  /** Called with the stored artifact. */
  onSubmitted: (artifact: Artifact) => void
}

/** The complete form for an artifact. */
export function ArtifactForm({ artifact, onSubmitted }: ArtifactFormProps) {
  const words = text.form
  const uploads = useUploads()
  const sending = useUpload({
    uploads,
    name: `artifact:${artifact?.id ?? 'new'}:images`,
    field: artifact ? undefined : 'images',
    original: true,
  })
  const form = useEntryForm<'artifact', Values>({
    type: 'artifact',
    entry: artifact,
    blank,
    valuesOf,
    inputOf: ({ maker, images, audience: _, ...fields }) => ({
      ...fields,
      ...{ maker: maker.name, makerId: maker.id },
      images: images.map(({ url, label }) => ({ url, alt: label })),
    }),
    schema: NewArtifact,
    title: ({ name }) => name,
    fields: () => ({
      name: asTyped(words.name),
      localName: asTyped(words.localName),
      images: listView(words.images),
      description: asTyped(words.description),
      materials: asLines(words.materials),
      use: asTyped(words.use),
      maker: { label: words.maker, show: ({ name }) => name },
      period: asTyped(words.period),
      dimensions: asTyped(words.dimensions),
      heldAt: asTyped(words.heldAt),
      point: pointView(),
    }),
    restore: withMaker,
    uploads,
    complete: (values) => ({ ...values, images: allFiles(values.images, sending) }),
    clearFiles: sending.clear,
    words: () => text.form,
    onSubmitted,
  })
  const { register, errorOf, field } = form
  const line = (name: 'name' | 'localName' | 'period' | 'dimensions' | 'heldAt') => ({
    label: words[name],
    maxLength: 200,
    error: errorOf(name),
    ...register(name),
  })
  return (
    <EntryForm form={form}>
      <TextField {...line('name')} />
      <TextField {...line('localName')} optional lang="enb" />
      <Controlled form={form} name="images">
        {(field) => <FileListField accept="image/*" textField="alt" {...field} sending={sending} />}
      </Controlled>
      <TextArea optional maxLength={10_000} {...field('description')} />
      <Controlled form={form} name="materials">
        {(field) => <TagInput placeholder={words.materialsHint} optional maxLength={100} {...field} />}
      </Controlled>
      <TextArea hint={words.useHint} optional maxLength={2000} {...field('use')} />
      <Controlled form={form} name="maker">
        {(field) => <MakerField {...field} error={field.error ?? errorOf('makerId')} />}
      </Controlled>
      <TextField {...line('period')} optional />
      <TextField {...line('dimensions')} optional />
      <TextField {...line('heldAt')} optional />
      <Controlled form={form} name="point">
        {(field) => <PointField key={form.round} {...field} entryId={artifact?.id} />}
      </Controlled>
    </EntryForm>
  )
}

const blank: Values = {
  name: '',
  localName: '',
  description: '',
  materials: [],
  use: '',
  maker: noMaker,
  period: '',
  dimensions: '',
  heldAt: '',
  point: null,
  images: [],
  audience: audienceOf(undefined, 'public'),
}

function valuesOf(artifact: Artifact): Values {
  const { name, materials, point, images } = artifact
  const written = ['localName', 'description', 'use', 'period', 'dimensions', 'heldAt'] as const
  return {
    ...blank,
    ...Object.fromEntries(written.map((field) => [field, artifact[field] ?? ''])),
    ...{ name, materials, maker: makerOf(artifact), point, images: itemsOf(images) },
    audience: audienceOf(artifact, 'public'),
  }
}
