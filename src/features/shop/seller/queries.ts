import { and, asc, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { rowsOf } from '#content/entry/list/reads.ts'
import { fixedLimit } from '#content/entry/list/statements.ts'
import { after } from '#content/entry/list/where.ts'
import { entries } from '#content/entry/table.ts'
import { currency } from '#content/product/schema.ts'
import { products } from '#content/product/table.ts'
import { placeZoneSql } from '#core/column.ts'
import type { Context } from '#core/context.ts'
import { type PageQuery, toPage } from '#core/page.ts'
import { hasRole, viewerOf } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { orders } from '../order/table.ts'
import type { Overview, Requests, Selling } from './schema.ts'
import { sellerRequests, sellerTerms } from './table.ts'

/**
 * Returns the viewer's terms and their state as a seller, with the reason if their latest request was refused. A member
 * whose role was removed isn't a seller and can ask again.
 */
export async function readSelling(ctx: Pick<Context, 'db' | 'viewer'>): Promise<z.input<typeof Selling>> {
  const viewer = viewerOf(ctx)
  const last = ctx.db
    .select({ accountId: sellerRequests.accountId, state: sellerRequests.state, reason: sellerRequests.reason })
    .from(sellerRequests)
    .where(eq(sellerRequests.accountId, viewer.id))
    .orderBy(desc(sellerRequests.id))
    .limit(1)
    .as('last')
  const [row] = await ctx.db
    .select({
      payTo: sellerTerms.payTo,
      collectAt: sellerTerms.collectAt,
      state: last.state,
      reason: last.reason,
    })
    .from(accounts)
    .leftJoin(sellerTerms, eq(sellerTerms.accountId, accounts.id))
    .leftJoin(last, eq(last.accountId, accounts.id))
    .where(eq(accounts.id, viewer.id))
  const terms = { payTo: row?.payTo ?? '', collectAt: row?.collectAt ?? '' }
  if (hasRole(viewer, 'seller')) return { ...terms, state: 'seller', reason: null }
  if (row?.state === 'asked') return { ...terms, state: 'asked', reason: null }
  return row?.state === 'refused'
    ? { ...terms, state: 'refused', reason: row.reason }
    : { ...terms, state: 'none', reason: null }
}

/** Returns a page of the waiting requests, without those of disabled accounts and of members who can already sell. */
export async function listRequests(
  { db }: Pick<Context, 'db'>,
  { limit, lastKey }: PageQuery,
): Promise<z.input<typeof Requests>> {
  const { id, about, createdAt, accountId, state } = sellerRequests
  const member = { id: accounts.id, name: accounts.name, avatar: accounts.avatar }
  const rows = await db
    .select({ id, about, createdAt, member })
    .from(sellerRequests)
    .innerJoin(accounts, eq(accounts.id, accountId))
    .where(
      and(
        eq(state, 'asked'),
        isNull(accounts.disabledAt),
        sql`not ${accounts.roles} && '{seller,admin}'`,
        after(lastKey, createdAt, 'asc', id),
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(limit + 1)
  return toPage(rows, limit, (row) => ({ value: row.createdAt, id: row.id }))
}

/** Maximum number of pieces that counts as low stock. */
const maxLowStock = 5

const ofViewer = () => eq(orders.sellerId, sql.placeholder('viewer'))
const { status, method, reference } = orders
const isWaiting = sql`${status} in ('placed', 'confirmed')`
const tasksOf = rowsOf(
  'seller_tasks',
  ({ db }) =>
    db
      .select({
        toConfirm: sql<number>`(count(*) filter (where ${status} = 'placed'))::int`,
        toCheck: sql<number>`(count(*) filter (where ${isWaiting} and ${method} = 'mpesa' and ${reference} is not null))::int`,
        toSend: sql<number>`(count(*) filter (where ${status} = case ${method} when 'cash' then 'confirmed' else 'paid' end))::int`,
      })
      .from(orders)
      .$dynamic(),
  ofViewer,
)

const lowStock = rowsOf(
  'low_stock',
  ({ db }) =>
    db
      .select({ id: entries.id, name: entries.title, stock: products.stock })
      .from(products)
      .innerJoin(entries, eq(entries.id, products.entryId))
      .orderBy(asc(products.stock), asc(entries.title), asc(entries.id))
      .limit(fixedLimit(10))
      .$dynamic(),
  () =>
    and(
      eq(entries.authorId, sql.placeholder('viewer')),
      eq(entries.state, 'published'),
      lte(products.stock, maxLowStock),
    ),
)

const thisWeek = sql`date_trunc('week', now() at time zone ${placeZoneSql})`
const firstWeek = sql`${thisWeek} - interval '7 weeks'`
/** The sales of the last eight weeks, which begin on Monday in Nairobi, including weeks without sales. */
const weeksOf = rowsOf('sales_by_week', ({ db }) =>
  db
    .select({ from: sql<string>`to_char(week, 'YYYY-MM-DD')`, amount: sql`coalesce(amount, 0)`.mapWith(Number) })
    .from(sql`generate_series(${firstWeek}, ${thisWeek}, interval '1 week') week left join (
      select date_trunc('week', ${orders.createdAt} at time zone ${placeZoneSql}) as week, sum(${orders.total}) as amount
      from ${orders} where ${ofViewer()} and ${status} not in ('cancelled', 'refunded')
        and ${orders.createdAt} >= (${firstWeek}) at time zone ${placeZoneSql}
      group by 1) sold using (week)`)
    .orderBy(sql`week`)
    .$dynamic(),
)

export async function readOverview(ctx: Pick<Context, 'db' | 'viewer'>): Promise<z.input<typeof Overview>> {
  const [tasks = { toConfirm: 0, toCheck: 0, toSend: 0 }] = await tasksOf(ctx)
  return { currency, weeks: await weeksOf(ctx), ...tasks, low: await lowStock(ctx) }
}
