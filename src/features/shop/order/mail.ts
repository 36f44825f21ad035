import { z } from 'zod'
import { mailKind } from '#accounts/mail-about.ts'
import { mailTexts } from './mail-texts.ts'
import { findOrder } from './queries.ts'
import { Status } from './schema.ts'

/**
 * Tells one party of an order about a step of it. `placed` is told to both; the other steps to the party that didn't
 * make them, if they concern it.
 */
export const orderMail = mailKind({
  name: 'order',
  about: z.object({
    orderId: z.string(),
    to: z.enum(['buyer', 'seller']),
    what: z.enum([...Status.options, 'code']),
  }),
  async compose({ db, site }, { id, language }, { orderId, to, what }) {
    const order = await findOrder({ db, viewer: null }, orderId, { id })
    if (!order || order[to]?.id !== id) return null
    const texts = mailTexts[language]
    const write = what === 'code' ? texts.code : texts.moves[to][what]
    if (!write) return null
    const other = (to === 'buyer' ? order.seller : order.buyer)?.name ?? texts.former
    const reason = order.history.findLast(({ status }) => status === what)?.reason ?? null
    const text = { ...write({ site: site.name, other, order, reason }), action: texts.actions[to] }
    return { text, url: `${site.baseUrl}/dashboard/orders/${orderId}` }
  },
})
