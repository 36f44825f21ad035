import { ById } from '#content/entry/schema.ts'
import { Forbidden } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { toPage } from '#core/page.ts'
import { hasRole, viewerOf } from '#core/permission.ts'
import { moveOrder, placeOrder, setReference } from './change.ts'
import { keyOf, pageOfOrders, presentBrief, readOrder } from './queries.ts'
import { Move, NewOrder, Order, OrderQuery, Orders, Paid } from './schema.ts'

/** Orders. Only the buyer and the seller can see or change one, whatever roles other people have. */
export const order = {
  list: operation('GET', '/orders', 'member', {
    summary: 'List your orders, or those placed with you as a seller (as=seller), newest first',
    input: OrderQuery,
    output: Orders,
    async handler(ctx, query) {
      const viewer = viewerOf(ctx)
      if (query.as === 'seller' && !hasRole(viewer, 'seller')) throw new Forbidden()
      const rows = await pageOfOrders(ctx, query)
      return toPage(rows, query.limit, keyOf, (row) => presentBrief(row, viewer))
    },
  }),

  get: operation('GET', '/orders/:id', 'member', {
    summary: 'Read an order as its buyer or its seller',
    input: ById,
    output: Order,
    handler: (ctx, { id }) => readOrder(ctx, id),
  }),

  create: operation('POST', '/orders', 'member', {
    summary: 'Place an order with one seller',
    input: NewOrder,
    output: Order,
    status: 201,
    handler: placeOrder,
  }),

  move: operation('POST', '/orders/:id/status', 'member', {
    summary: 'Change the status of an order: confirm, mark as paid, sent or received, cancel, or refund it',
    input: Move,
    output: Order,
    handler: moveOrder,
  }),

  pay: operation('PUT', '/orders/:id/reference', 'member', {
    summary: 'Send the code of your M-Pesa message while your order is unpaid',
    input: Paid,
    output: Order,
    // The limit is counted before the transaction begins; inside it, counting would need a second connection.
    transaction: false,
    async handler(ctx, paid) {
      await ctx.limits.take('mail', `${viewerOf(ctx).id} ${paid.id}`)
      return ctx.transaction((inside) => setReference(inside, paid))
    },
  }),
}
