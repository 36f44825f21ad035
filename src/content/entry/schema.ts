import { z } from 'zod'
import { sentences } from '#core/input/sentences.ts'
import { searchTerm, text } from '#core/input/text.ts'
import { PageQuery } from '#core/page.ts'
import { distinctTags } from '#ui/form/tags.ts'
import { entryKinds } from './address.ts'
import { verbs } from './policy.ts'
import { text as words } from './text.ts'
import { labels } from './visibility/labels.ts'

export const State = z.enum(['draft', 'published', 'hidden'])
export type State = z.infer<typeof State>
export const Visibility = z.enum(['public', 'members', 'keepers'])
export type Visibility = z.infer<typeof Visibility>

const Label = z.enum(labels)
/** The labels of an entry, without duplicates, in display order. */
const Labels = z
  .array(Label)
  .max(50)
  .transform((chosen) => labels.filter((label) => chosen.includes(label)))
  .refine((chosen) => !(chosen.includes('commercial') && chosen.includes('noncommercial')), {
    error: () => words.audience.oneOfTwo,
  })
/** The ids of the groups that an entry is limited to, without duplicates. */
const Groups = z
  .array(z.uuid())
  .max(10)
  .transform((ids) => [...new Set(ids)])

/** `page` is true if the caller can open this member's page at `/people/:id`, to which the name then links. */
export const Author = z.object({
  id: z.uuid(),
  name: z.string(),
  avatar: z.string().nullable(),
  page: z.boolean().optional(),
})
export type Author = z.infer<typeof Author>

const degrees = (limit: number) => z.number().min(-limit).max(limit)

/**
 * A position in degrees of WGS 84. `blurred` is for sacred or fragile sites: only the author and keepers see it
 * exactly.
 */
export const NewPoint = z.object({
  latitude: degrees(90),
  longitude: degrees(180),
  blurred: z.boolean().default(false),
})
export type NewPoint = z.output<typeof NewPoint>

/** A position as readers see it. `accuracy` is in metres: 5000 if blurred (the middle of a grid cell), else null. */
export const Point = NewPoint.extend({ blurred: z.boolean(), accuracy: z.number().nullable() })
export type Point = z.infer<typeof Point>

export const PointAnswer = z.object({ point: Point.nullable() })

/** The fields that every entry's answer has (spec 5.1). `author` is null for imported entries. */
export const Entry = z.object({
  id: z.uuid(),
  /** The kind of entry. The answers of events and media have the variant instead (`in-person`, `AUDIO`). */
  type: z.enum(entryKinds),
  title: z.string(),
  state: State,
  visibility: Visibility,
  /** Ids of groups. Only their members and the author see the entry. Empty for no limit. */
  groups: z.array(z.uuid()),
  labels: z.array(Label),
  /** True if it contains the voice or picture of someone who has died. */
  deceased: z.boolean(),
  /** False if its author has turned off comments. */
  allowComments: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  publishedAt: z.iso.datetime().nullable(),
  author: Author.nullable(),
  point: Point.nullable(),
  /** Set while the author's email is unconfirmed: the entry is public, but missing from every list that guests see. */
  unlisted: z.literal(true).optional(),
  /** The moderator's reason, only on hidden entries and only for the author and moderators. */
  hiddenReason: z.string().nullish(),
  /** Whether a keeper has confirmed it. Only on archive types. */
  confirmed: z.boolean().optional(),
  /**
   * Lists what the caller may do to it, by the rules of `policy.ts`. Only in the answer for one entry (`get`, `create`,
   * `update`), and only for accounts: empty for one that waits to be admitted. The server decides again on every call.
   */
  may: z.array(z.enum(verbs)).optional(),
  /** Why keepers returned it, until it is sent again: for its author, or for keepers if it has none. */
  returned: z.object({ at: z.iso.datetime(), reason: z.string().nullable(), voice: z.string().nullable() }).optional(),
})
export type Entry = z.infer<typeof Entry>

/** The query for entries of every type, or of one (a name in `content/kinds.ts`). `q` matches words and prefixes. */
export const EntryQuery = PageQuery.extend({
  q: searchTerm(200).default(''),
  type: text(60).default(''),
})

export const AuthorState = z.enum(['draft', 'published'])

/** Fields that a POST of any type takes besides those of its type. */
export const NewEntrySettings = {
  state: AuthorState.default('published'),
  visibility: Visibility.default('public'),
  groups: Groups.default([]),
  labels: Labels.default([]),
  deceased: z.boolean().default(false),
  allowComments: z.boolean().default(true),
  point: NewPoint.nullish(),
  /** The draft that the entry was written in, which posting deletes. */
  draftId: z.uuid().optional(),
  /** True if the account has had the draft. The post is then refused if the draft is no longer there. */
  draftSaved: z.boolean().optional(),
}

/** Fields that a PATCH of any type takes besides those of its type. `write/change.ts` decides who may set which. */
export const EntrySettings = {
  state: State.optional(),
  visibility: Visibility.optional(),
  groups: Groups.optional(),
  labels: Labels.optional(),
  deceased: z.boolean().optional(),
  allowComments: z.boolean().optional(),
  /** Null removes the point. */
  point: NewPoint.nullish(),
  /** The moderator's reason for hiding it, which its author reads. */
  reason: text(1000).optional(),
}
export const ById = z.object({ id: z.uuid() })
export const Removed = z.object({ id: z.uuid() })

const richTextCharacters = 500_000
/** Maximum number of tags and entities, because each of them makes cleaning slower. */
const mostTags = 20_000

/**
 * Returns the schema of HTML that a person wrote, before cleaning. It trims the HTML and limits its length and its
 * number of tags, so that cleaning is fast.
 */
export function richText(max = richTextCharacters) {
  return z
    .string()
    .trim()
    .max(max, { abort: true, error: () => sentences.richTextTooLong(max / 1000) })
    .refine((html) => count(html, '<') + count(html, '&') <= mostTags, { error: () => sentences.tooManyTags })
}

/** Counts how often a character occurs. Stops as soon as there are more than `mostTags`. */
function count(text: string, character: string): number {
  let count = 0
  for (let at = text.indexOf(character); at >= 0 && count <= mostTags; at = text.indexOf(character, at + 1)) count++
  return count
}

/** Tags: trimmed, without empty ones and duplicates, in the given order. */
export const Tags = z
  .array(z.string().normalize('NFC').trim().max(50))
  .max(30)
  .transform((tags) => distinctTags(tags.filter((tag) => tag !== '')))

/** A date or time in the years 1000 to 2999, converted to UTC. Without an offset it is in Nairobi time. */
export const Day = z
  .union([z.iso.date(), z.iso.datetime({ offset: true, local: true })], { error: () => sentences.date })
  .transform((value) => {
    const moment = value.includes('T') ? value : `${value}T00:00:00`
    return new Date(/(Z|[+-]\d\d:?\d\d)$/.test(moment) ? moment : `${moment}+03:00`).toISOString()
  })
  .refine((moment) => /^[12]\d{3}-/.test(moment), { error: () => sentences.date })

/** Reads an empty or blank string as null, because an empty form field means "no value". */
export function unlessEmpty<T extends z.ZodType<string, string>>(schema: T) {
  const empty = z.string().regex(/^\s*$/)
  return empty.transform(() => null).or(schema.nullish())
}

/** The act that made a version of an entry. */
export const Act = z.enum(['create', 'import', 'update', 'confirm', 'unconfirm', 'return', 'restore'])
export type Act = z.infer<typeof Act>

/** An old version of an entry: its values by column name, and its list of files. */
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

/** Ids separated by commas, at most 100. */
export const StillQuery = z.object({
  ids: z
    .string()
    .default('')
    .transform((ids) => ids.split(',').filter((id) => id !== ''))
    .pipe(z.array(z.uuid()).max(100)),
})
export const StillAnswer = z.object({ ids: z.array(z.string()) })
