import { z } from 'zod'
import { archiveTypes } from '#content/entry/archive.ts'
import { Entry, unlessEmpty } from '#content/entry/schema.ts'
import { FilePresentation } from '#content/media/schema.ts'
import { Moment } from '#core/input/date-time.ts'
import { text, unlessBlank } from '#core/input/text.ts'
import { Page, PageQuery } from '#core/page.ts'

/** Entries waiting for a keeper, oldest first; `returned` are those without an author that were returned. */
export const QueueQuery = PageQuery.extend({
  type: unlessBlank(z.enum(archiveTypes)),
  /** Origin: members, or published research (imports). */
  from: unlessBlank(z.enum(['members', 'research'])),
  view: z.enum(['waiting', 'returned']).default('waiting'),
})

export const Waiting = Entry.extend({
  /** Columns of its type (`form`, `part_of_speech`). */
  own: z.record(z.string(), z.unknown()),
  /** All its pictures and recordings. */
  files: z.array(FilePresentation),
})
export type Waiting = z.infer<typeof Waiting>
export const Queue = Page(Waiting)

/** Numbers up to 1,000. The limit keeps a large import from slowing pages down. */
export const Counts = z.object({
  waiting: z.number().int(),
  returned: z.number().int(),
  suggestions: z.number().int(),
  /** Words said by people without an account. */
  voices: z.number().int(),
})

/** An entry as the keeper saw it: `updatedAt` shows whether it has changed. */
const Seen = z.object({ id: z.uuid(), updatedAt: Moment })

export const Confirmation = z.object({ entries: z.array(Seen).min(1).max(100) })
/** `left` lists the entries that changed meanwhile, or that another keeper decided on first. */
export const Confirmed = z.object({ confirmed: z.array(z.uuid()), left: z.array(z.uuid()) })
export const Unconfirmation = z.object({ ids: z.array(z.uuid()).min(1).max(100) })
export const Unconfirmed = z.object({ unconfirmed: z.array(z.uuid()) })

/** A request to return an entry, with a written or spoken reason or both. */
export const Return = Seen.extend({
  reason: unlessEmpty(text(1000)),
  /** The `fileUrl` of an uploaded recording, or a `data:` URL. */
  fileUrl: z.string().nullish(),
})
export const Returned = z.object({ id: z.uuid() })
