import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { waitInTurn } from '#accounts/turns.ts'
import { tell } from '#content/entry/notify.ts'
import { currency } from '#content/product/schema.ts'
import { checkAll } from '#core/concurrency/check-all.ts'
import type { Context } from '#core/context.ts'
import { Conflict, existing, Forbidden, Invalid, Refusal, TooMany } from '#core/errors.ts'
import { viewerOf } from '#core/permission.ts'
import { cartItems } from '../cart/table.ts'
import { totalsOf } from '../money.ts'
import { keepAccounts } from '../queries.ts'
import { refusals } from '../refusals.ts'
import { lockGoods, returnGoods, takeGoods } from '../stock/queries.ts'
import { orderMail } from './mail.ts'
import { isTheirs, readOrder, sidesOf } from './queries.ts'
import { Method, type Move, type NewOrder, type Order, type Paid, type Status } from './schema.ts'
import { orderItems, orderMoves, orders } from './table.ts'
import { ends, isEverTheirs, isFinished, movesOf, needsReason, returnsStock, type Side } from './transitions.ts'

/**
 * Places an order: takes the goods out of the stock and the cart, and notifies both parties. Throws what `takeGoods`
 * throws, Invalid for a missing address, a Refusal for a used M-Pesa code, and TooMany for too many orders.
 */
export async function placeOrder(ctx: Context, input: NewOrder): Promise<Order> {
  const { items, delivery, address, phone, payment } = input
  const viewer = viewerOf(ctx)
  await refuseManyOrders(ctx)
  const [{ sellerId, goods }] = await checkAll(
    () => takeGoods(ctx, items),
    () => requireAddress(input),
    () => refuseUsedReference(ctx, payment),
  )
  const [placed] = await ctx.db
    .insert(orders)
    .values({
      buyerId: viewer.id,
      sellerId,
      delivery,
      address: delivery === 'delivery' ? address : '',
      phone,
      method: payment.method,
      reference: payment.method === 'mpesa' ? (payment.reference ?? null) : null,
      ...totalsOf(goods, delivery, ctx.site.shop),
      currency,
      pieces: goods.reduce((sum, { quantity }) => sum + quantity, 0),
    })
    .onConflictDoNothing()
    .returning({ id: orders.id })
  if (!placed) throw referenceUsed('payment.reference')
  await ctx.db.insert(orderItems).values(goods.map((one, position) => ({ orderId: placed.id, position, ...one })))
  await ctx.db.insert(orderMoves).values({ orderId: placed.id, status: 'placed', actorId: viewer.id })
  const ordered = inArray(
    cartItems.productId,
    goods.map(({ productId }) => productId),
  )
  await ctx.db.delete(cartItems).where(and(eq(cartItems.accountId, viewer.id), ordered))
  ctx.contentChanged()
  await tell(ctx, viewer.id, orderMail, { orderId: placed.id, to: 'buyer', what: 'placed' })
  await tell(ctx, sellerId, orderMail, { orderId: placed.id, to: 'seller', what: 'placed' })
  return readOrder(ctx, placed.id)
}

function requireAddress({ delivery, address }: NewOrder): void {
  if (delivery === 'delivery' && address === '')
    throw new Invalid(undefined, [{ path: 'address', message: refusals.address }])
}

/** Throws if the code was used, so that it is reported along with other wrong fields. An index keeps codes unique. */
async function refuseUsedReference({ db }: Context, { method, reference }: NewOrder['payment']): Promise<void> {
  if (method !== 'mpesa' || !reference) return
  const used = and(eq(orders.reference, reference), ne(orders.status, 'cancelled'))
  if ((await db.$count(orders, used)) > 0) throw referenceUsed('payment.reference')
}

const maxPerHour = 30

/**
 * Throws TooMany for too many orders in an hour, because orders reserve goods and send emails to sellers. Orders of one
 * account wait for each other, so that many at the same time can't exceed the limit.
 */
async function refuseManyOrders(ctx: Context) {
  await waitInTurn(ctx.db, 'orders', viewerOf(ctx).id)
  const recent = sql`${orders.createdAt} > now() - interval '1 hour'`
  const placed = await ctx.db.$count(orders, and(isTheirs(viewerOf(ctx), 'buyer'), recent))
  if (placed >= maxPerHour) throw new TooMany(60 * 60)
}

/**
 * Changes the status of an order. Throws NotFound for other people, Forbidden for a step that is never the viewer's,
 * Conflict for one that isn't possible now, and Invalid if a required reason is missing.
 */
export async function moveOrder(ctx: Context, { id, status: to, reason = '' }: z.output<typeof Move>): Promise<Order> {
  const viewer = viewerOf(ctx)
  const order = await lockOrder(ctx, id)
  const sides = sidesOf(order, viewer)
  if (!isEverTheirs(order.method, to, sides)) throw new Forbidden(refusals.notYourMove)
  if (!movesOf(order, sides).includes(to)) throw new Conflict(refusals.movedOn, 'moved_on')
  const side = sides[0] ?? 'buyer'
  if (reason === '' && needsReason(to, side))
    throw new Invalid(undefined, [{ path: 'reason', message: refusals.sayWhy }])
  await become(ctx, order, to, { side, reason: reason || null })
  return readOrder(ctx, id)
}

/**
 * Sets the buyer's M-Pesa code, which is possible until the seller confirms the payment. Throws NotFound for other
 * people, Forbidden for the seller, Conflict if no code is expected, and a Refusal for the code of another order.
 */
export async function setReference(ctx: Context, { id, reference }: z.output<typeof Paid>): Promise<Order> {
  const viewer = viewerOf(ctx)
  const order = await lockOrder(ctx, id)
  if (order.buyerId !== viewer.id) throw new Forbidden(refusals.notYourMove)
  if (order.method !== 'mpesa' || !['placed', 'confirmed'].includes(order.status))
    throw new Conflict(refusals.noPayment, 'no_payment')
  if (order.reference === reference) return readOrder(ctx, id)
  await ctx.db
    .update(orders)
    .set({ reference, updatedAt: sql`now()` })
    .where(eq(orders.id, id))
    .catch((error: { cause?: { code?: string } }) => {
      throw error.cause?.code === uniqueViolation ? referenceUsed('reference') : error
    })
  await tell(ctx, order.sellerId, orderMail, { orderId: id, to: 'seller', what: 'code' })
  return readOrder(ctx, id)
}

/**
 * Cleans up the orders of an account that is being deleted: cancels unconfirmed ones and notifies the other party,
 * removes address and phone from the finished ones it placed, and deletes those whose other party has already left.
 */
export async function leaveOrders(ctx: Context): Promise<void> {
  const viewer = viewerOf(ctx)
  const placed = await ctx.db
    .select()
    .from(orders)
    .where(and(isTheirs(viewer), eq(orders.status, 'placed')))
    .orderBy(orders.id)
    .for('update')
  await lockGoods(
    ctx,
    placed.map(({ id }) => id),
  )
  for (const order of placed) {
    const side = order.buyerId === viewer.id ? 'buyer' : 'seller'
    await become(ctx, order, 'cancelled', { side, reason: null })
  }
  await ctx.db
    .update(orders)
    .set(noContact)
    .where(and(isTheirs(viewer, 'buyer'), finishedOrders))
  const bought = and(isTheirs(viewer, 'buyer'), isNull(orders.sellerId))
  const sold = and(isTheirs(viewer, 'seller'), isNull(orders.buyerId))
  await ctx.db.delete(orders).where(or(bought, sold))
}

const noContact = { address: '', phone: '' }
const finishedOrders = or(
  ...Method.options.map((method) => and(eq(orders.method, method), inArray(orders.status, ends[method]))),
)
const uniqueViolation = '23505'

type Locked = typeof orders.$inferSelect

async function lockOrder(ctx: Context, id: string): Promise<Locked> {
  const viewer = viewerOf(ctx)
  const theirs = and(eq(orders.id, id), isTheirs(viewer))
  const { buyerId, sellerId } = orders
  const [parties] = await ctx.db.select({ buyerId, sellerId }).from(orders).where(theirs)
  // Notifying the other party locks their account, so both accounts are locked before the order (`keepAccounts`).
  await keepAccounts(ctx, [viewer.id, parties?.buyerId ?? [], parties?.sellerId ?? []].flat())
  const [order] = await ctx.db.select().from(orders).where(theirs).for('update')
  return existing(order)
}

/** Changes a locked order's status with its history and stock, and notifies the other party. */
async function become(
  ctx: Context,
  order: Locked,
  to: Status,
  { side, reason }: { side: Side; reason: string | null },
) {
  const { id } = order
  const isAnonymous = order.buyerId === null && isFinished({ ...order, status: to })
  await ctx.db
    .update(orders)
    .set({ status: to, updatedAt: sql`now()`, ...(isAnonymous && noContact) })
    .where(eq(orders.id, id))
  await ctx.db.insert(orderMoves).values({ orderId: id, status: to, actorId: viewerOf(ctx).id, reason })
  if (returnsStock(order, to)) {
    await returnGoods(ctx, id)
    ctx.contentChanged()
  }
  const [other, otherId] =
    side === 'buyer' ? (['seller', order.sellerId] as const) : (['buyer', order.buyerId] as const)
  await tell(ctx, otherId, orderMail, { orderId: id, to: other, what: to })
}

function referenceUsed(path: string) {
  return new Refusal(409, 'reference_used', refusals.referenceUsed, {
    issues: [{ path, message: refusals.referenceUsed }],
  })
}
