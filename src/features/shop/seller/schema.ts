import { z } from 'zod'
import { text } from '#core/input/text.ts'
import { Page, PageQuery } from '#core/page.ts'

/** Instructions on how to pay the seller by M-Pesa and where to collect, in the seller's own words. */
export const Terms = z.object({ payTo: text(200), collectAt: text(500) })

/** The caller's own state as a seller. `asked` means that no admin has decided yet. */
export const Selling = Terms.extend({
  state: z.enum(['none', 'asked', 'refused', 'seller']),
  reason: z.string().nullable(),
})

export const NewRequest = z.object({ about: text(2000).min(1) })
export const Request = z.object({
  id: z.uuid(),
  member: z.object({ id: z.uuid(), name: z.string(), avatar: z.string().nullable() }),
  about: z.string(),
  createdAt: z.iso.datetime(),
})
export const Requests = Page(Request)
/** Requests waiting for an admin, oldest first. */
export const RequestQuery = PageQuery
/** A refusal requires a reason, which the member reads. */
export const Decision = z.object({ id: z.uuid(), granted: z.boolean(), reason: text(1000).optional() })

/** A seller's overview. Amounts are in minor units. */
export const Overview = z.object({
  currency: z.string(),
  /** The last eight weeks, which begin on Monday in Nairobi, oldest first, without cancelled and refunded orders. */
  weeks: z.array(z.object({ from: z.iso.date(), amount: z.number().int() })),
  toConfirm: z.number().int(),
  /** Number of placed or confirmed orders with an M-Pesa code that the seller has to check. */
  toCheck: z.number().int(),
  toSend: z.number().int(),
  /** Up to ten of the seller's published products with low stock, lowest first. */
  low: z.array(z.object({ id: z.uuid(), name: z.string(), stock: z.number().int() })),
})
