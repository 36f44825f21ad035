import { z } from 'zod'
import { PageQuery } from '#core/page.ts'
import { line, text } from '#core/text.ts'
import { AuthorState, ById, Entry, Tags, Visibility } from '../entry/schema.ts'

export const FileKind = z.enum(['image', 'video', 'audio'])
export type FileKind = z.infer<typeof FileKind>

/** A small copy of a picture; width and height in pixels, size in bytes. */
const FileVariant = z.object({
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  format: z.enum(['avif', 'webp']),
  size: z.number().int(),
})

/** A file as entries answer it: `url` is the original, `variants` the small copies, smallest first. */
export const FilePresentation = z.object({
  url: z.string(),
  kind: FileKind,
  contentType: z.string(),
  size: z.number().int().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  variants: z.array(FileVariant),
})
export type FilePresentation = z.infer<typeof FilePresentation>

export const NewUpload = z.object({
  filename: line(255),
  contentType: z.string().trim().min(1).max(200),
  /** Bytes; more or fewer are refused. */
  size: z.coerce.number().int().min(1, 'The file is empty.').optional(),
})

/** PUT the bytes to `uploadUrl`, then name `fileUrl` where an entry takes a file. */
export const UploadAddress = z.object({ uploadUrl: z.url(), fileUrl: z.string() })

const types = ['IMAGE', 'VIDEO', 'AUDIO'] as const
const AnyCaseType = z.string().trim().toUpperCase().pipe(z.enum(types))

/** `url`, `uploadedAt` and `uploader` are other names of `link`, `createdAt` and `author` (spec §3). */
export const Media = Entry.extend({
  type: z.enum(types),
  link: z.string(),
  url: z.string(),
  contentType: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  /** Bytes. */
  size: z.number().int().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Seconds. */
  duration: z.number().nullable(),
  variants: z.array(FileVariant),
  uploadedAt: z.iso.datetime(),
  uploader: Entry.shape.author,
})
export type Media = z.infer<typeof Media>

const fields = {
  title: line(200),
  /** A `fileUrl` of an upload, or a `data:` URL. */
  link: z.string().min(1),
  /** Has to be what the file is. */
  type: AnyCaseType.optional(),
  description: text(5000),
  tags: Tags,
  state: AuthorState,
  visibility: Visibility.exclude(['keepers']),
}

export const NewMedia = z.object({
  ...fields,
  description: fields.description.default(''),
  tags: fields.tags.default([]),
  state: fields.state.default('published'),
  visibility: fields.visibility.default('members'),
})
export type NewMedia = z.input<typeof NewMedia>

export const MediaChange = ById.extend(z.object(fields).partial().shape)

export const MediaQuery = PageQuery.extend({
  q: z.string().normalize('NFC').trim().max(200).default(''),
  /** Image, video or audio; an empty one asks for all. */
  type: z.preprocess((raw) => (raw === '' ? undefined : raw), AnyCaseType.optional()),
})
