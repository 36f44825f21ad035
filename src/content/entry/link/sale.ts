import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { kinds } from '#content/kinds.ts'
import type { Context } from '#core/context.ts'
import { refused } from '#core/errors.ts'
import { auditLog } from '#core/tables.ts'
import { isAgreed } from '../consent/check.ts'
import { consents } from '../consent/table.ts'
import { refusals } from '../refusals.ts'
import { entries } from '../table.ts'
import { againstSale } from '../visibility/labels.ts'
import { entryLinks } from './table.ts'

// Products can't be linked to entries that may not be sold. A label or consent that forbids a sale removes existing
// links.

export const goods = kinds.product.type

/** Selects the ids of an entry and of the entries it is linked to. */
function near(id: SQL): SQL {
  return sql`(select ${id} as id
    union all select l.to_id from ${entryLinks} l where l.from_id = ${id}
    union all select l.from_id from ${entryLinks} l where l.to_id = ${id})`
}

/**
 * SQL that is true if the labels or recorded consents of an entry, or of a linked entry, don't allow its sale. Use it
 * only in selects with a join, in which Drizzle prefixes columns with their table's name.
 */
export const isBarred = sql<boolean>`exists (
  select from ${near(sql`${entries.id}`)} near
  join ${entries} e on e.id = near.id
  left join ${consents} c on c.entry_id = e.id
  where e.labels && ${sql.raw(`'{${againstSale.join()}}'`)} or not c.purposes && '{sale}')`

/**
 * Throws Invalid if one of the two entries is a product and a label or recorded consent of either doesn't allow a sale.
 * Locks both until the transaction ends.
 */
export async function requireLinkableGoods({ db }: Pick<Context, 'db'>, from: string, to: string): Promise<void> {
  const { id, type, labels } = entries
  const ends = [from, to]
  const rows = await db.select({ type, labels }).from(entries).where(inArray(id, ends)).orderBy(id).for('share')
  if (!rows.some((entry) => entry.type === goods)) return
  if (rows.some((entry) => entry.labels.some((label) => againstSale.includes(label))))
    throw refused('to', refusals.notForSale)
  if (!(await isAgreed({ db }, ends, 'sale'))) throw refused('to', refusals.saleNotAgreed)
}

/** Throws Invalid if a recorded consent of a product or a linked entry doesn't allow a sale. Lock the entry first. */
export async function requireSaleAgreed({ db }: Pick<Context, 'db'>, entryId: string): Promise<void> {
  const ids = await db.execute<{ id: string }>(sql`select id from ${near(sql`${entryId}::uuid`)} near`)
  const agreed = await isAgreed(
    { db },
    ids.rows.map(({ id }) => id),
    'sale',
  )
  if (!agreed) throw refused('state', refusals.saleNotAgreed)
}

/** Removes the links between a locked entry and products. Returns true if there were any. */
export async function unlinkGoods(ctx: Context, entryId: string, why: 'label' | 'consent'): Promise<boolean> {
  const { fromId, toId, relation } = entryLinks
  const other = sql`case when ${fromId} = ${entryId} then ${toId} else ${fromId} end`
  const sold = sql`exists (select from ${entries} e where e.id = ${other} and e.type = ${goods})`
  const removed = await ctx.db
    .delete(entryLinks)
    .where(and(or(eq(fromId, entryId), eq(toId, entryId)), sold))
    .returning({
      fromId,
      toId,
      relation,
      isOpen: sql<boolean>`(select e.groups = '{}' from ${entries} e where e.id = ${other})`,
    })
  if (removed.length === 0) return false
  const lines = removed.map((link) => ({
    actorId: ctx.viewer?.id ?? null,
    action: 'entry:unlink',
    subjectId: entryId,
    // Admins who can see this entry must not learn about one that is limited to a group.
    detail: {
      relation: link.relation,
      why,
      ...(link.isOpen && { to: link.fromId === entryId ? link.toId : link.fromId }),
    },
  }))
  await ctx.db.insert(auditLog).values(lines)
  ctx.contentChanged()
  return true
}
