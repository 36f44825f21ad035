import { z } from 'zod'
import { Brief } from '#content/entry/link/schema.ts'
import { Reason } from '#content/entry/report/schema.ts'
import { Comment } from '#content/media/comment/schema.ts'
import { FilePresentation } from '#content/media/schema.ts'
import { sentences } from '#core/input/sentences.ts'
import { text } from '#core/input/text.ts'
import { Page, PageQuery } from '#core/page.ts'

export const resolutions = ['hidden', 'kept', 'restored'] as const

const Voice = z.object({
  reason: Reason,
  words: z.string().nullable(),
  /** Null if the account was deleted. */
  name: z.string().nullable(),
  createdAt: z.iso.datetime(),
})

/** The reports of one entry or comment, as moderators see them. */
export const Report = z.object({
  id: z.uuid(),
  /** Null while the report is open. */
  resolution: z.enum(resolutions).nullable(),
  /** Null while the report is open, or if the moderator can't see the entry. */
  note: z.string().nullable(),
  openedAt: z.iso.datetime(),
  newestAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
  /** Null while the report is open, if the moderator can't see the entry, or if the account was deleted. */
  closedBy: z.string().nullable(),
  /** Number of people who reported it. */
  count: z.number().int(),
  /** Empty if the moderator can't see the entry. */
  reasons: z.partialRecord(Reason, z.number().int()),
  /** The newest twenty; empty if the moderator wrote what was reported, or can't see it. */
  voices: z.array(Voice),
  /** The entry, or that of the comment. Null if it was deleted, or the moderator may not see it (`unseen` says why). */
  entry: Brief.nullable(),
  /** The reported comment; null if an entry was reported, or it was deleted, or the moderator may not see it. */
  comment: Comment.nullable(),
  /** True if what was reported has been deleted. */
  gone: z.boolean(),
  /**
   * Its text and files when it was first reported, if it has been changed, unpublished or deleted since. Files that it
   * no longer shows are deleted when the report is closed.
   */
  reported: z.object({ title: z.string(), text: z.string(), files: z.array(FilePresentation) }).nullable(),
  /** `draft`: the entry is a draft now; `limited`: this moderator may not see it. */
  unseen: z.enum(['draft', 'limited']).nullable(),
  /** True if the moderator wrote it, so that someone else has to decide. */
  own: z.boolean(),
  /** The number of times that other entries or comments of the author were hidden. */
  hiddenBefore: z.number().int(),
})
export type Report = z.infer<typeof Report>
export const Reports = Page(Report)

/** Lists open reports by `newestAt` and closed ones by `closedAt`, newest first. */
export const ReportQuery = PageQuery.extend({
  state: z.preprocess((raw) => (raw === '' ? undefined : raw), z.enum(['open', 'closed']).default('open')),
})

/**
 * `hidden` and `kept` close an open report; `restored` shows a hidden entry or comment again. The author reads the note
 * of `hidden`.
 */
export const Decision = z
  .object({ id: z.uuid(), resolution: z.enum(resolutions), note: text(1000).optional() })
  .refine(({ resolution, note }) => resolution === 'restored' || !!note, {
    path: ['note'],
    error: () => sentences.needed,
  })

/** Hides those posts and comments of an account that the moderator can see, with one reason for their author. */
export const NewHiding = z.object({ id: z.uuid(), reason: text(1000).min(1) })

export const HidingAct = z.object({
  id: z.uuid(),
  account: z.object({ id: z.uuid(), name: z.string() }),
  /** Null if the account was deleted. */
  moderator: z.string().nullable(),
  /** Null if the moderator can't see every post that it hid, and someone else hid them. */
  reason: z.string().nullable(),
  /** The number of posts and comments that it hid. */
  count: z.number().int(),
  createdAt: z.iso.datetime(),
  /** The time when they were shown again. */
  liftedAt: z.iso.datetime().nullable(),
})
export type HidingAct = z.infer<typeof HidingAct>
