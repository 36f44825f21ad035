import { z } from 'zod'
import { Author, Entry, EntrySettings, NewEntrySettings, unlessEmpty } from '#content/entry/schema.ts'
import { ListedPicture, Pictures } from '#content/media/schema.ts'
import { line, searchTerm, text } from '#core/input/text.ts'
import { PageQuery } from '#core/page.ts'

/** `title` and `name` have the same value. */
export const Artifact = Entry.extend({
  name: z.string(),
  localName: z.string().nullable(),
  description: z.string().nullable(),
  materials: z.array(z.string()),
  use: z.string().nullable(),
  maker: z.string().nullable(),
  /** The maker, if that is a member with a page. */
  madeBy: Author.nullable(),
  period: z.string().nullable(),
  dimensions: z.string().nullable(),
  heldAt: z.string().nullable(),
  images: z.array(ListedPicture),
})
export type Artifact = z.infer<typeof Artifact>

const fields = {
  name: line(200),
  localName: unlessEmpty(line(200)),
  description: unlessEmpty(text(10_000)),
  materials: z.array(line(100)).max(30),
  use: unlessEmpty(text(2000)),
  maker: unlessEmpty(line(200)),
  /** The maker, if that is a member; replaces the name in `maker`. Null for makers who aren't members. */
  makerId: z.uuid().nullish(),
  period: unlessEmpty(line(200)),
  dimensions: unlessEmpty(line(200)),
  heldAt: unlessEmpty(line(200)),
  images: Pictures,
}

export const NewArtifact = z.object({
  ...fields,
  materials: fields.materials.default([]),
  images: fields.images.default([]),
  ...NewEntrySettings,
})
export type NewArtifact = z.output<typeof NewArtifact>

export const ArtifactChange = z.object({ ...z.object(fields).partial().shape, ...EntrySettings })

export const ArtifactQuery = PageQuery.extend({
  q: searchTerm(200).default(''),
})
