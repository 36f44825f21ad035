import { ById } from '#content/entry/schema.ts'
import { Forbidden } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { toPage } from '#core/page.ts'
import { hasRole, viewerOf } from '#core/permission.ts'
import { moveOrder, placeOrder, setReference } from './change.ts'
import { keyOf, pageOfOrders, presentBrief, readOrder } from './queries.ts'
import { Move, NewOrder, Order, OrderQuery, Orders, Paid } from './schema.ts'

/** Orders: of their buyer and their seller alone, whatever role somebody else has. */
export const order = {
  list: operation({
    method: 'GET',
    path: '/orders',
    permission: 'member',
    summary: 'List your orders, or those to you as a seller (as=seller), newest first',
    input: OrderQuery,
    output: Orders,
    async handler(ctx, query) {
      const viewer = viewerOf(ctx)
      if (query.as === 'seller' && !hasRole(viewer, 'seller')) throw new Forbidden()
      const rows = await pageOfOrders(ctx, query)
      return toPage(rows, query.limit, keyOf, (row) => presentBrief(row, viewer))
    },
  }),

  get: operation({
    method: 'GET',
    path: '/orders/:id',
    permission: 'member',
    summary: 'Read an order of yours, as its buyer or its seller',
    input: ById,
    output: Order,
    handler: (ctx, { id }) => readOrder(ctx, id),
  }),

  create: operation({
    method: 'POST',
    path: '/orders',
    permission: 'member',
    summary: 'Order goods of one seller',
    input: NewOrder,
    output: Order,
    status: 201,
    handler: placeOrder,
  }),

  move: operation({
    method: 'POST',
    path: '/orders/:id/status',
    permission: 'member',
    summary: 'Confirm, send, receive, cancel or refund an order of yours, as far as it is yours to do',
    input: Move,
    output: Order,
    handler: moveOrder,
  }),

  pay: operation({
    method: 'PUT',
    path: '/orders/:id/reference',
    permission: 'member',
    summary: 'Give the code of your M-Pesa message, while your order is not paid',
    input: Paid,
    output: Order,
    // Counted outside of a transaction, which would hold a second connection meanwhile.
    transaction: false,
    async handler(ctx, paid) {
      await ctx.limits.take('mail', `${viewerOf(ctx).id} ${paid.id}`)
      return ctx.transaction((inside) => setReference(inside, paid))
    },
  }),
}
