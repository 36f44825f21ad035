import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Invalid } from '#core/errors.ts'
import { auditLog } from '#core/tables.ts'
import { isAgreed } from '../consent/agreed.ts'
import { consents } from '../consent/table.ts'
import { againstSale } from '../labels.ts'
import { refusals } from '../refusals.ts'
import { entries } from '../table.ts'
import { entryLinks } from './table.ts'

// What may not be sold, and so what a product can't belong to: a label or a consent that says no ends it at once.

/** The type of what is sold. */
export const goods = 'product'

/** An entry and what it is linked to, as a table of ids. */
function near(id: SQL): SQL {
  return sql`(select ${id} as id
    union all select l.to_id from ${entryLinks} l where l.from_id = ${id}
    union all select l.from_id from ${entryLinks} l where l.to_id = ${id})`
}

/**
 * Whether an entry of a select may not be sold: a label of it or of what it is linked to says so, or somebody in one of
 * these has not agreed. For selects that join a table, where Drizzle writes columns with their table's name.
 */
export const isBarred = sql<boolean>`exists (
  select from ${near(sql`${entries.id}`)} near
  join ${entries} e on e.id = near.id
  left join ${consents} c on c.entry_id = e.id
  where e.labels && ${sql.raw(`'{${againstSale.join()}}'`)} or not c.purposes && '{sale}')`

/**
 * Throws Invalid where one of the two is sold and a label or consent of either is against that. Both stay as they are
 * until the transaction ends.
 */
export async function requireLinkableGoods({ db }: Pick<Context, 'db'>, from: string, to: string): Promise<void> {
  const { id, type, labels } = entries
  const ends = [from, to]
  const found = await db.select({ type, labels }).from(entries).where(inArray(id, ends)).orderBy(id).for('share')
  if (!found.some((entry) => entry.type === goods)) return
  if (found.some((entry) => entry.labels.some((label) => againstSale.includes(label))))
    throw refused('to', refusals.notForSale)
  if (!(await isAgreed({ db }, ends, 'sale'))) throw refused('to', refusals.saleNotAgreed)
}

/** Throws Invalid where somebody in a product, or in what it is linked to, has not agreed to a sale. Lock the entry first. */
export async function requireSaleAgreed({ db }: Pick<Context, 'db'>, entryId: string): Promise<void> {
  const ids = await db.execute<{ id: string }>(sql`select id from ${near(sql`${entryId}::uuid`)} near`)
  const agreed = await isAgreed(
    { db },
    ids.rows.map(({ id }) => id),
    'sale',
  )
  if (!agreed) throw refused('state', refusals.saleNotAgreed)
}

/** Takes away the links of a locked entry to products; answers whether there were any. */
export async function unlinkGoods(ctx: Context, entryId: string, why: 'label' | 'consent'): Promise<boolean> {
  const { fromId, toId, relation } = entryLinks
  const other = sql`case when ${fromId} = ${entryId} then ${toId} else ${fromId} end`
  const sold = sql`exists (select from ${entries} e where e.id = ${other} and e.type = ${goods})`
  const removed = await ctx.db
    .delete(entryLinks)
    .where(and(or(eq(fromId, entryId), eq(toId, entryId)), sold))
    .returning({ fromId, toId, relation })
  if (removed.length === 0) return false
  const lines = removed.map((link) => ({
    actorId: ctx.viewer?.id ?? null,
    action: 'entry:unlink',
    subjectId: entryId,
    detail: { relation: link.relation, to: link.fromId === entryId ? link.toId : link.fromId, why },
  }))
  await ctx.db.insert(auditLog).values(lines)
  ctx.contentChanged()
  return true
}

function refused(path: string, message: string): Invalid {
  return new Invalid(message, [{ path, message }])
}
