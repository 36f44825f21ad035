import { and, asc, desc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { named } from '#accounts/named.ts'
import { type List, listsOf } from '#content/entry/list/reads.ts'
import { after } from '#content/entry/list/where.ts'
import { pageFor } from '#content/entry/visibility/person.ts'
import { placeZoneSql } from '#core/column.ts'
import type { Context, Viewer } from '#core/context.ts'
import { existing } from '#core/errors.ts'
import type { Key } from '#core/page.ts'
import { viewerOf } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { sellerTerms } from '../seller/table.ts'
import type { Order, OrderBrief, OrderQuery } from './schema.ts'
import { orderItems, orderMoves, orders } from './table.ts'
import { movesOf, type Side } from './transitions.ts'

type OrderRow = typeof orders.$inferSelect
/** A person who asks for orders. */
type Party = Pick<Viewer, 'id'>

const buyers = alias(accounts, 'buyers')
const sellers = alias(accounts, 'sellers')

/** Returns the condition that selects the viewer's own orders. Only buyer and seller can see an order. */
export function isTheirs({ id }: Party, as?: Side): SQL {
  const [bought, sold] = [eq(orders.buyerId, id), eq(orders.sellerId, id)]
  if (as) return as === 'buyer' ? bought : sold
  return or(bought, sold) as SQL
}

/** Returns the parties that the viewer acts for; a seller whose buyer has left acts for both. */
export function sidesOf({ buyerId }: Pick<OrderRow, 'buyerId'>, { id }: Party): Side[] {
  if (buyerId === id) return ['buyer']
  return buyerId === null ? ['seller', 'buyer'] : ['seller']
}

function selectOrders({ db, viewer }: Pick<Context, 'db' | 'viewer'>) {
  return db
    .select({
      ...getTableColumns(orders),
      buyerName: buyers.name,
      sellerName: sellers.name,
      sellerPage: pageFor(viewer, orders.sellerId),
      payTo: sellerTerms.payTo,
      collectAt: sellerTerms.collectAt,
    })
    .from(orders)
    .leftJoin(buyers, eq(buyers.id, orders.buyerId))
    .leftJoin(sellers, eq(sellers.id, orders.sellerId))
    .leftJoin(sellerTerms, eq(sellerTerms.accountId, orders.sellerId))
    .$dynamic()
}
type Row = Awaited<ReturnType<typeof selectOrders>>[number]

const by = [desc(orders.createdAt), desc(orders.id)]
const theirs = (as: Side): List => ({ of: (viewer) => isTheirs(viewerOf({ viewer }), as), by })
const readList = listsOf('orders', selectOrders, { buyer: theirs('buyer'), seller: theirs('seller') })

/** Returns one page of the viewer's orders, plus one row that shows whether there are more. */
export function pageOfOrders(ctx: Context, { as, status, q, limit, lastKey }: Omit<OrderQuery, 'format'>) {
  const narrowed = and(
    status && eq(orders.status, status),
    finds(q, as === 'buyer' ? sellers : buyers),
    after(lastKey, orders.createdAt, 'desc', orders.id),
  )
  return readList(ctx, as, limit, narrowed)
}

export function keyOf({ createdAt, id }: Pick<OrderRow, 'createdAt' | 'id'>): Key {
  return { value: createdAt, id }
}

function finds(q: string, other: typeof buyers | typeof sellers): SQL | undefined {
  const [, number] = /^#?(\d{1,9})$/.exec(q) ?? []
  return or(named(other.name, q), number ? eq(orders.number, Number(number)) : undefined)
}

export function presentBrief(row: Row, viewer: Party): OrderBrief {
  const { id, number, status, buyerId, sellerId, pieces, total, currency, delivery, method, reference } = row
  const { createdAt, updatedAt } = row
  return {
    ...{ id, number, status, pieces, total, currency, delivery, createdAt, updatedAt },
    buyer: person(buyerId, row.buyerName),
    seller: person(sellerId, row.sellerName, row.sellerPage),
    payment: { method, reference },
    moves: movesOf(row, sidesOf(row, viewer)),
  }
}

function person(id: string | null, name: string | null, page = false) {
  return id !== null && name !== null ? { id, name, page } : null
}

/** Returns an order to its buyer or seller. Throws NotFound for anyone else. */
export async function readOrder(ctx: Pick<Context, 'db' | 'viewer'>, id: string): Promise<Order> {
  return existing(await findOrder(ctx, id, viewerOf(ctx)))
}

/** Returns an order to its buyer or seller, and null to anyone else. */
export async function findOrder(ctx: Pick<Context, 'db' | 'viewer'>, id: string, reader: Party): Promise<Order | null> {
  const [row] = await selectOrders(ctx).where(and(eq(orders.id, id), isTheirs(reader)))
  if (!row) return null
  const { subtotal, shipping, tax, address, phone } = row
  const items = await itemsOf(ctx, id)
  return {
    ...presentBrief(row, reader),
    ...{ subtotal, shipping, tax, address, phone },
    payTo: row.payTo ?? '',
    collectAt: row.collectAt ?? '',
    items: items.map((item) => ({ ...item, amount: item.price * item.quantity })),
    history: await historyOf(ctx, id),
  }
}

function itemsOf({ db }: Pick<Context, 'db'>, orderId: string) {
  const { productId, name, price, quantity, position } = orderItems
  return db
    .select({ productId, name, price, quantity })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(position))
}

async function historyOf({ db }: Pick<Context, 'db'>, orderId: string) {
  const { id, status, at, actorId, reason } = orderMoves
  const rows = await db
    .select({ status, at, actorId, name: accounts.name, reason })
    .from(orderMoves)
    .leftJoin(accounts, eq(accounts.id, actorId))
    .where(eq(orderMoves.orderId, orderId))
    .orderBy(asc(id))
  return rows.map(({ actorId, name, ...move }) => ({ ...move, by: person(actorId, name) }))
}

const goods = sql<string>`(select string_agg(i.quantity || ' × ' || i.name, '; ' order by i.position)
  from ${orderItems} i where i.order_id = ${orders.id})`
/**
 * Selects the time of the order in Nairobi's time zone. The database formats it, because calling `Intl` for each row
 * takes five times as long as everything else.
 */
const ordered = sql<string>`to_char(${orders.createdAt} at time zone ${placeZoneSql}, 'YYYY-MM-DD HH24:MI')`

/** Yields orders with their goods as table rows. Reads them in batches, so that memory use stays small. */
export async function* orderLines(ctx: Context, query: Omit<OrderQuery, 'format' | 'limit' | 'lastKey'>) {
  const limit = 200
  for (let lastKey: Key | undefined; ; ) {
    const rows = await pageOfOrders(ctx, { ...query, limit, lastKey })
    const page = rows.slice(0, limit)
    const ids = page.map(({ id }) => id)
    const details = await ctx.db.select({ id: orders.id, goods, ordered }).from(orders).where(inArray(orders.id, ids))
    const rowById = new Map(details.map((row) => [row.id, row]))
    for (const row of page) yield { ...row, ...rowById.get(row.id) }
    const last = page.at(-1)
    if (rows.length <= limit || !last) return
    lastKey = keyOf(last)
  }
}
