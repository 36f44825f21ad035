import { z } from 'zod'
import { archiveTypes } from '#content/entry/archive.ts'
import { Entry, unlessEmpty } from '#content/entry/schema.ts'
import { FilePresentation } from '#content/media/schema.ts'
import { Page, PageQuery } from '#core/page.ts'
import { text } from '#core/text.ts'

const orAll = <T extends z.ZodType>(schema: T) =>
  z.preprocess((raw) => (raw === '' ? undefined : raw), schema.optional())

/** What waits for a keeper, oldest first; `returned` is what came without an author and was kept back. */
export const QueueQuery = PageQuery.extend({
  type: orAll(z.enum(archiveTypes)),
  /** Who gave it: a member, or published research (what was imported). */
  from: orAll(z.enum(['members', 'research'])),
  view: z.enum(['waiting', 'returned']).default('waiting'),
})

/** An entry as it is judged. */
export const Waiting = Entry.extend({
  /** What its type says of it, by the names of the columns (`marakwet`, `part_of_speech`). */
  own: z.record(z.string(), z.unknown()),
  /** Everything seen or heard with it. */
  files: z.array(FilePresentation),
})
export type Waiting = z.infer<typeof Waiting>
export const Queue = Page(Waiting)

/** Counted up to 1,000, so that a large import makes no page slow. */
export const Counts = z.object({ waiting: z.number().int(), returned: z.number().int(), suggestions: z.number().int() })

/** An entry as the keeper saw it: `updatedAt` tells whether it is still that. */
const Seen = z.object({ id: z.uuid(), updatedAt: z.iso.datetime() })

export const Confirmation = z.object({ entries: z.array(Seen).min(1).max(100) })
/** `left` has changed meanwhile, or another keeper was first. */
export const Confirmed = z.object({ confirmed: z.array(z.uuid()), left: z.array(z.uuid()) })
export const Unconfirmation = z.object({ ids: z.array(z.uuid()).min(1).max(100) })
export const Unconfirmed = z.object({ unconfirmed: z.array(z.uuid()) })

/** Why it is returned: typed, spoken, or both. */
export const Return = Seen.extend({
  reason: unlessEmpty(text(1000)),
  /** The `fileUrl` of an uploaded recording, or a `data:` URL. */
  fileUrl: z.string().nullish(),
})
export const Returned = z.object({ id: z.uuid() })
