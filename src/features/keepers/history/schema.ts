import { z } from 'zod'
import { Act, Author, ById, Entry } from '#content/entry/schema.ts'
import { FilePresentation } from '#content/media/schema.ts'
import { Moment } from '#core/input/date-time.ts'
import { PageQuery } from '#core/page.ts'

/** A change to an entry. `actor` is null if no account made it, or if that account was deleted. */
export const Version = z.object({
  number: z.number().int(),
  at: z.iso.datetime(),
  act: Act,
  actor: Author.nullable(),
  /** Columns that differ from the previous version. */
  changed: z.array(z.string()),
})
export type Version = z.infer<typeof Version>

export const HistoryQuery = PageQuery.extend({ id: z.uuid() })
export const History = z.object({
  entry: Entry,
  items: z.array(Version),
  lastKey: z.object({ value: z.number(), id: z.uuid() }).nullable(),
})

export const VersionById = ById.extend({ number: z.coerce.number().int().min(1).max(2_000_000_000) })

const Record = z.record(z.string(), z.unknown())

/** An entry as it was, by column name; `files`, `cover_id` and `returned_voice` contain ids of the `files` below. */
export const FullVersion = Version.extend({
  record: Record,
  /** The previous version; null for the first. */
  before: Record.nullable(),
  files: z.array(FilePresentation.extend({ id: z.uuid() })),
})
export type FullVersion = z.infer<typeof FullVersion>

/** `updatedAt` is the value that the keeper saw, so that later changes are not overwritten. */
export const Restoration = VersionById.extend({ updatedAt: Moment })
export const Restored = z.object({ id: z.uuid(), number: z.number().int() })
