import { z } from 'zod'
import { PageQuery } from '#core/page.ts'
import { sentences } from '#core/sentences.ts'
import { text } from '#core/text.ts'
import { labels } from './labels.ts'
import { text as words } from './text.ts'

export const State = z.enum(['draft', 'published', 'hidden'])
export type State = z.infer<typeof State>
export const Visibility = z.enum(['public', 'members', 'keepers'])
export type Visibility = z.infer<typeof Visibility>

const Label = z.enum(labels)
/** The labels of an entry, each once, in the order they are shown. */
const Labels = z
  .array(Label)
  .max(50)
  .transform((chosen) => labels.filter((label) => chosen.includes(label)))
  .refine((chosen) => !(chosen.includes('commercial') && chosen.includes('noncommercial')), {
    error: () => words.audience.oneOfTwo,
  })
/** The ids of the groups that an entry is limited to, each once. */
const Groups = z
  .array(z.uuid())
  .max(10)
  .transform((ids) => [...new Set(ids)])

export const Author = z.object({ id: z.uuid(), name: z.string(), avatar: z.string().nullable() })

const degrees = (most: number) => z.number().min(-most).max(most)

/** Where it is, in degrees of WGS 84. `blurred`: for a sacred or fragile site; only its author and keepers are told where exactly. */
export const NewPoint = z.object({
  latitude: degrees(90),
  longitude: degrees(180),
  blurred: z.boolean().default(false),
})
export type NewPoint = z.output<typeof NewPoint>

/** As it is answered. `accuracy` in metres: 5000 for a blurred one, which is the middle of a cell of a grid; else null. */
export const Point = NewPoint.extend({ blurred: z.boolean(), accuracy: z.number().nullable() })
export type Point = z.infer<typeof Point>

export const PointAnswer = z.object({ point: Point.nullable() })

/** The fields that every content entry answers (PRODUCT §3). `author` is null for what was imported. */
export const Entry = z.object({
  id: z.uuid(),
  type: z.string(),
  title: z.string(),
  state: State,
  visibility: Visibility,
  /** Ids: who sees it belongs to one of these, or wrote it. Empty for what is limited to no group. */
  groups: z.array(z.uuid()),
  labels: z.array(Label),
  /** It holds the voice or picture of someone who has died. */
  deceased: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  publishedAt: z.iso.datetime().nullable(),
  author: Author.nullable(),
  point: Point.nullable(),
  /** Why a moderator hid it; only then, and only for its author and moderators. */
  hiddenReason: z.string().nullish(),
  /** Of the archive alone: whether a keeper has confirmed it. */
  confirmed: z.boolean().optional(),
  /** Why keepers gave it back, while it waits to be mended: for its author, or where it has none, for keepers. */
  returned: z.object({ at: z.iso.datetime(), reason: z.string().nullable(), voice: z.string().nullable() }).optional(),
})
export type Entry = z.infer<typeof Entry>

/** Entries of every type, or of one: a name of `content/registry.ts`. `q` finds words and beginnings of words. */
export const EntryQuery = PageQuery.extend({
  q: z.string().normalize('NFC').trim().max(200).default(''),
  type: text(60).default(''),
})

/** What an author may set on an entry of their own. Keepers' visibility is for keepers to set. */
export const AuthorState = z.enum(['draft', 'published'])

/** What a POST of every type takes beside the type's own fields. */
export const NewStanding = {
  state: AuthorState.default('published'),
  visibility: Visibility.default('public'),
  groups: Groups.default([]),
  labels: Labels.default([]),
  deceased: z.boolean().default(false),
  point: NewPoint.nullish(),
}
/** What makes of a returned draft one that waits for the keepers once more. */
export const sentAgain = { state: 'published' } as const

/** What a PATCH of every type takes beside the type's own fields; who may set what: `change.ts`. */
export const Standing = {
  state: State.optional(),
  visibility: Visibility.optional(),
  groups: Groups.optional(),
  labels: Labels.optional(),
  deceased: z.boolean().optional(),
  /** Null takes it away. */
  point: NewPoint.nullish(),
  /** Why a moderator hides it; its author reads it. */
  reason: text(1000).optional(),
}
export const ById = z.object({ id: z.uuid() })
export const Removed = z.object({ id: z.uuid() })

/** Tags: trimmed, none empty, none twice (spec §4), order kept. */
export const Tags = z
  .array(z.string().normalize('NFC').trim().max(50))
  .max(30)
  .transform((tags) => [...new Set(tags.filter((tag) => tag !== ''))])

/** A day or a moment of the years 1000 to 2999, in UTC; one without an offset is of Nairobi (PRODUCT §3). */
export const Day = z
  .union([z.iso.date(), z.iso.datetime({ offset: true, local: true })], { error: () => sentences.date })
  .transform((value) => {
    const moment = value.includes('T') ? value : `${value}T00:00:00`
    return new Date(/(Z|[+-]\d\d:?\d\d)$/.test(moment) ? moment : `${moment}+03:00`).toISOString()
  })
  .refine((moment) => /^[12]\d{3}-/.test(moment), { error: () => sentences.date })

/** An empty field of a form says that there is nothing, as null does. */
export function unlessEmpty<T extends z.ZodType<string, string>>(schema: T) {
  const empty = z.string().regex(/^\s*$/)
  return empty.transform(() => null).or(schema.nullish())
}

/** What made a version of an entry. */
export const Act = z.enum(['create', 'import', 'update', 'confirm', 'unconfirm', 'return', 'restore'])
export type Act = z.infer<typeof Act>

/** An entry as it was: the rows it consists of, by the names of their columns, and its list of files. */
export type VersionRecord = {
  entry: Record<string, unknown> & {
    title: string
    cover_id: string | null
    confirmed_at: string | null
    confirmed_by: string | null
  }
  own: Record<string, unknown>
  files: { id: string; label: string; role: 'before' | 'after' | null }[]
}

/** Ids parted by commas, at most 100. */
export const StillQuery = z.object({
  ids: z
    .string()
    .default('')
    .transform((ids) => ids.split(',').filter((id) => id !== ''))
    .pipe(z.array(z.uuid()).max(100)),
})
export const StillAnswer = z.object({ ids: z.array(z.string()) })
