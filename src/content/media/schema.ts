import { z } from 'zod'
import { verbs } from '#content/entry/policy.ts'
import { Author, ById, Day, Entry, EntrySettings, NewEntrySettings, Tags, Visibility } from '#content/entry/schema.ts'
import { sentences } from '#core/input/sentences.ts'
import { line, searchTerm, text, unlessBlank } from '#core/input/text.ts'
import { PageQuery } from '#core/page.ts'

export const FileKind = z.enum(['image', 'video', 'audio'])
export type FileKind = z.infer<typeof FileKind>

/**
 * A small copy; `size` is in bytes. Pictures have avif and webp, recordings `webm` (Opus, without width and height),
 * videos `mp4`, and avif and webp for the poster.
 */
const FileVariant = z.object({
  url: z.string(),
  kind: FileKind,
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  format: z.enum(['avif', 'webp', 'mp4', 'webm']),
  size: z.number().int(),
})

/** A file in an answer: `url` is its address, `variants` are its small copies, sorted by size within each format. */
export const FilePresentation = z.object({
  url: z.string(),
  kind: FileKind,
  contentType: z.string(),
  size: z.number().int().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** In seconds. */
  duration: z.number().nullable(),
  /** The highest peak of each of 46 equal parts of a recording, from 0 to 1. */
  peaks: z.array(z.number()).nullable(),
  variants: z.array(FileVariant),
})
export type FilePresentation = z.infer<typeof FilePresentation>

const role = z.enum(['before', 'after'])

/** A picture of a list with its alternative text. `role`: whether it shows the state before or after conservation. */
export const ListedPicture = FilePresentation.extend({ alt: z.string(), role: role.nullable() })
export type ListedPicture = z.infer<typeof ListedPicture>

export const ListedFile = FilePresentation.extend({ caption: z.string() })
export type ListedFile = z.infer<typeof ListedFile>

const url = z.string().min(1)
const fileList = <T extends z.ZodType>(item: T) => z.array(item).max(30)

/**
 * Lists are always sent complete. `url` is the `fileUrl` of an upload, a `data:` URL, or the address of a file that the
 * entry already has.
 */
export const Pictures = fileList(z.object({ url, alt: text(300).default('') }))
export const PicturesWithRole = fileList(z.object({ url, alt: text(300).default(''), role: role.nullish() }))
export const ListedFiles = fileList(z.object({ url, caption: text(300).default('') }))

export const NewUpload = z.object({
  /** Any name: it is cleaned, and at most 255 characters are stored. */
  filename: z.string().default(''),
  /** As the device declares it; empty if it doesn't know. The bytes decide. */
  contentType: z.string().trim().max(200).default(''),
  /** The first 4,100 bytes in base64. With them a type that isn't accepted is refused before the bytes travel. */
  head: z.base64().max(5_600).optional(),
  /** In bytes. Any other number of bytes is refused. */
  size: z.coerce
    .number()
    .int()
    .min(1, { error: () => sentences.emptyFile })
    .optional(),
})

/** PUT the bytes to `uploadUrl`, then send `fileUrl` in the field that takes a file. */
export const UploadAddress = z.object({
  uploadUrl: z.url(),
  fileUrl: z.string(),
  /** The address that takes the file in pieces by the tus protocol (HEAD, PATCH) for a day; absent without a size. */
  resumeUrl: z.url().optional(),
  /** The kind that the first bytes show, if they were sent and show one. The answer to PUT has the final kind. */
  kind: FileKind.optional(),
  /** Advice for the sender about this kind of file. */
  note: z.string().optional(),
})

/** Bytes of texts and of stored and arriving originals, the quota now, and the quota after the email is confirmed. */
export const StorageUsage = z.object({
  used: z.number().int(),
  allowed: z.number().int(),
  allowedConfirmed: z.number().int(),
})

const types = ['IMAGE', 'VIDEO', 'AUDIO'] as const
const AnyCaseType = z.string().trim().toUpperCase().pipe(z.enum(types))

/** `url`, `uploadedAt` and `uploader` repeat `link`, `createdAt` and `author` under their older names (spec 22.5). */
export const Media = Entry.extend({
  /** `download` allows the original, and not only the smaller copies. */
  may: z.array(z.enum([...verbs, 'download'])).optional(),
  type: z.enum(types),
  link: z.string(),
  url: z.string(),
  contentType: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  /** In bytes. */
  size: z.number().int().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** In seconds. */
  duration: z.number().nullable(),
  peaks: FilePresentation.shape.peaks,
  variants: z.array(FileVariant),
  /** Progress of the copies; null for people other than the author and keepers, and if none were queued. */
  processing: z
    .object({
      state: z.enum(['pending', 'done', 'failed']),
      percent: z.number().int().min(0).max(100),
      /** The file ends much earlier than it says. */
      incomplete: z.literal(true).optional(),
    })
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
  /** The `fileUrl` of an upload, or a `data:` URL. */
  link: z.string().min(1),
  /** Must match the file. */
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
  ...NewEntrySettings,
  visibility: Visibility.exclude(['keepers']).default('members'),
})
export type NewMedia = z.input<typeof NewMedia>

export const MediaChange = ById.extend({ ...z.object(fields).partial().shape, ...EntrySettings })

export const MediaQuery = PageQuery.extend({
  q: searchTerm(200).default(''),
  /** Image, video or audio; empty for all. */
  type: unlessBlank(AnyCaseType),
})

/** A member's transcript or translation of a recording. `author` is null after the account was deleted. */
export const Transcript = z.object({
  /** Lists what the caller may do to it; guests' answers don't have it. */
  may: z.array(z.literal('delete')).optional(),
  id: z.uuid(),
  language: z.string(),
  text: z.string(),
  translation: z.string(),
  createdAt: z.iso.datetime(),
  author: Author.nullable(),
  /** Set until its author confirms their email: only the author, keepers and moderators see it. */
  unlisted: z.literal(true).optional(),
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
