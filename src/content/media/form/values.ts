import { point } from '#content/entry/point/point-field.tsx'
import { formatBytes } from '#ui/data/formats.ts'
import type { PickedFile } from '#ui/form/file-field.tsx'
import { day, plainFields, type ValuesOf } from '../entry-form/fields.ts'
import { type Media, NewMedia } from '../schema.ts'

/** The uploaded file. It survives a reload for as long as the server stores it. */
export type SentFile = Pick<PickedFile, 'name' | 'size' | 'kind'> & { url: string }

export const fields = {
  ...plainFields(NewMedia, 'title', 'description', 'tags', 'transcript', 'translation', 'language', 'speakers'),
  ...plainFields(NewMedia, 'place'),
  point,
  recordedAt: { ...day, input: (date: string) => date || null },
  file: {
    blank: null as SentFile | null,
    of(_: unknown, { title, size, type, link }: Media): SentFile {
      return { name: title, size: size ?? 0, kind: type.toLowerCase() as PickedFile['kind'], url: link }
    },
    show: (file: SentFile | null) => (file ? `${file.name}, ${formatBytes(file.size)}` : ''),
  },
}
export type Values = ValuesOf<typeof fields>
