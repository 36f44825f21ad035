import { z } from 'zod'
import { PageQuery } from '#core/page.ts'
import { sentences } from '#core/sentences.ts'
import { line, text } from '#core/text.ts'
import { Author, ById, Day, Entry, NewStanding, Standing, Tags, Visibility } from '../entry/schema.ts'

export const FileKind = z.enum(['image', 'video', 'audio'])
export type FileKind = z.infer<typeof FileKind>

/**
 * A small copy; width and height in pixels, size in bytes. Of a picture: avif and webp. Of a recording: `webm` (Opus,
 * no width or height). Of a video: `mp4`, and its poster as avif and webp.
 */
const FileVariant = z.object({
  url: z.string(),
  kind: FileKind,
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  format: z.enum(['avif', 'webp', 'mp4', 'webm']),
  size: z.number().int(),
})

/** A file as entries answer it: `url` is the original, `variants` the small copies, smallest first of each kind. */
export const FilePresentation = z.object({
  url: z.string(),
  kind: FileKind,
  contentType: z.string(),
  size: z.number().int().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Seconds. */
  duration: z.number().nullable(),
  /** How loud each of 46 parts of a recording is, 0 to 1. */
  peaks: z.array(z.number()).nullable(),
  variants: z.array(FileVariant),
})
export type FilePresentation = z.infer<typeof FilePresentation>

const role = z.enum(['before', 'after'])

/** A picture of a list: its own address, the text instead of it, and where it says so what it shows the state of. */
export const ListedPicture = FilePresentation.extend({ alt: z.string(), role: role.nullable() })
export type ListedPicture = z.infer<typeof ListedPicture>

/** A picture, recording or video of a list. */
export const ListedFile = FilePresentation.extend({ caption: z.string() })
export type ListedFile = z.infer<typeof ListedFile>

const url = z.string().min(1)
const fileList = <T extends z.ZodType>(item: T) => z.array(item).max(30)

/** Lists are sent whole, in their order; `url` is the `fileUrl` of an upload, a `data:` URL, or one that stands there. */
export const Pictures = fileList(z.object({ url, alt: text(300).default('') }))
export const PicturesWithRole = fileList(z.object({ url, alt: text(300).default(''), role: role.nullish() }))
export const ListedFiles = fileList(z.object({ url, caption: text(300).default('') }))

export const NewUpload = z.object({
  filename: line(255),
  contentType: z.string().trim().min(1).max(200),
  /** Bytes; more or fewer are refused. */
  size: z.coerce
    .number()
    .int()
    .min(1, { error: () => sentences.emptyFile })
    .optional(),
})

/** PUT the bytes to `uploadUrl`, then name `fileUrl` where an entry takes a file. */
export const UploadAddress = z.object({
  uploadUrl: z.url(),
  fileUrl: z.string(),
  /** Takes the same file in pieces by the tus protocol (HEAD, PATCH) for a day; absent where no size was told. */
  resumeUrl: z.url().optional(),
  /** What its sender should know of this kind of file, and what to do. */
  note: z.string().optional(),
})

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
  peaks: FilePresentation.shape.peaks,
  variants: z.array(FileVariant),
  /** How far the small copies of sound or video are; for its author and keepers alone, else null. */
  processing: z
    .object({ state: z.enum(['pending', 'done', 'failed']), percent: z.number().int().min(0).max(100) })
    .nullable(),
  transcript: z.string(),
  translation: z.string(),
  language: z.string(),
  speakers: z.array(z.string()),
  recordedAt: z.iso.datetime().nullable(),
  place: z.string(),
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
  transcript: text(50_000),
  translation: text(50_000),
  language: text(60),
  speakers: z.array(line(120)).max(30),
  recordedAt: Day.nullable(),
  place: text(200),
}

export const NewMedia = z.object({
  ...fields,
  description: fields.description.default(''),
  tags: fields.tags.default([]),
  transcript: fields.transcript.default(''),
  translation: fields.translation.default(''),
  language: fields.language.default(''),
  speakers: fields.speakers.default([]),
  recordedAt: fields.recordedAt.default(null),
  place: fields.place.default(''),
  ...NewStanding,
  visibility: Visibility.exclude(['keepers']).default('members'),
})
export type NewMedia = z.input<typeof NewMedia>

export const MediaChange = ById.extend({ ...z.object(fields).partial().shape, ...Standing })

export const MediaQuery = PageQuery.extend({
  q: z.string().normalize('NFC').trim().max(200).default(''),
  /** Image, video or audio; an empty one asks for all. */
  type: z.preprocess((raw) => (raw === '' ? undefined : raw), AnyCaseType.optional()),
})

/** What somebody wrote down of a recording, or translated. `author` is null once they have left. */
export const Transcript = z.object({
  id: z.uuid(),
  language: z.string(),
  text: z.string(),
  translation: z.string(),
  createdAt: z.iso.datetime(),
  author: Author.nullable(),
})
export type Transcript = z.infer<typeof Transcript>
export const Transcripts = z.object({ items: z.array(Transcript) })

export const NewTranscript = ById.extend({
  language: fields.language.default(''),
  text: fields.transcript.default(''),
  translation: fields.translation.default(''),
}).refine(({ text, translation }) => text !== '' || translation !== '', {
  path: ['text'],
  error: () => sentences.transcript,
})
export const TranscriptById = ById.extend({ transcriptId: z.uuid() })
