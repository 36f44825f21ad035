import { z } from 'zod'
import { Act, Author, ById, Entry } from '#content/entry/schema.ts'
import { FilePresentation } from '#content/media/schema.ts'
import { PageQuery } from '#core/page.ts'

/** One change of an entry: who, when, what. `actor` is null for an import, and once they have left. */
export const Version = z.object({
  number: z.number().int(),
  at: z.iso.datetime(),
  act: Act,
  actor: Author.nullable(),
  /** The columns that differ from the version before. */
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

/** An entry as it was, by the names of its columns; `files` and `cover_id` name files by id, which `files` below shows. */
export const WholeVersion = Version.extend({
  record: Record,
  /** The same of the version before; null for the first. */
  before: Record.nullable(),
  files: z.array(FilePresentation.extend({ id: z.uuid() })),
})
export type WholeVersion = z.infer<typeof WholeVersion>

/** `updatedAt` as the keeper saw it: what has changed since is not written over. */
export const Restoration = VersionById.extend({ updatedAt: z.iso.datetime() })
export const Restored = z.object({ id: z.uuid(), number: z.number().int() })
