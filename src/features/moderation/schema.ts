import { z } from 'zod'
import { Brief } from '#content/entry/link/schema.ts'
import { Reason } from '#content/entry/report/schema.ts'
import { Page, PageQuery } from '#core/page.ts'
import { sentences } from '#core/sentences.ts'
import { text } from '#core/text.ts'

export const resolutions = ['hidden', 'kept', 'restored'] as const

const Voice = z.object({
  reason: Reason,
  words: z.string().nullable(),
  /** Null for an account that is gone. */
  name: z.string().nullable(),
  createdAt: z.iso.datetime(),
})

/** What readers say is wrong with one entry, as moderators see it. */
export const Report = z.object({
  id: z.uuid(),
  /** Null while it is open. */
  resolution: z.enum(resolutions).nullable(),
  note: z.string().nullable(),
  openedAt: z.iso.datetime(),
  newestAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
  closedBy: z.string().nullable(),
  /** How many people have reported it. */
  count: z.number().int(),
  reasons: z.partialRecord(Reason, z.number().int()),
  /** The newest twenty; none of an entry that the moderator wrote or does not see. */
  voices: z.array(Voice),
  /** Null for what the moderator may not see; `unseen` then says why. */
  entry: Brief.nullable(),
  /** `draft`: its author has taken it back; `limited`: it is not meant for this moderator. */
  unseen: z.enum(['draft', 'limited']).nullable(),
  /** The moderator wrote it: another decides. */
  own: z.boolean(),
  /** How often something else of its author was hidden. */
  hiddenBefore: z.number().int(),
})
export type Report = z.infer<typeof Report>
export const Reports = Page(Report)

/** Open ones by their newest word, closed ones by when they were closed; newest first. */
export const ReportQuery = PageQuery.extend({
  state: z.preprocess((raw) => (raw === '' ? undefined : raw), z.enum(['open', 'closed']).default('open')),
})

/** `hidden` and `kept` close an open report; `restored` shows again what one hid. The author reads the note of `hidden`. */
export const Decision = z
  .object({ id: z.uuid(), resolution: z.enum(resolutions), note: text(1000).optional() })
  .refine(({ resolution, note }) => resolution === 'restored' || !!note, {
    path: ['note'],
    error: () => sentences.needed,
  })

/** All posts of an account that the moderator sees, hidden with one reason, which their author reads. */
export const NewHiding = z.object({ id: z.uuid(), reason: text(1000).min(1) })

export const HidingAct = z.object({
  id: z.uuid(),
  account: z.object({ id: z.uuid(), name: z.string() }),
  /** Null for an account that is gone. */
  moderator: z.string().nullable(),
  reason: z.string(),
  /** How many posts it hid. */
  count: z.number().int(),
  createdAt: z.iso.datetime(),
  /** When its posts were shown again. */
  liftedAt: z.iso.datetime().nullable(),
})
export type HidingAct = z.infer<typeof HidingAct>
