import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Context } from '#core/context.ts'
import { kindName, kindPlural } from '../kind-names.ts'
import type { Batch } from '../link/schema.ts'
import { batches, entries } from '../table.ts'
import { text } from '../text.ts'
import { arrayOf } from '../visibility/any-viewer.ts'
import { listed } from '../visibility/rules.ts'
import { rowsOf } from './reads.ts'
import { amongIds } from './where.ts'

type By = Pick<Context, 'db' | 'viewer'>

/** Returns a condition that matches the newest entry of each import, of those that lists show the viewer. */
export function standsForBatch(viewer: By['viewer']): SQL {
  const newest = sql`select ${entries.id} from ${entries} where ${and(eq(entries.batchId, sql`b.id`), listed(viewer))}
    order by ${entries.publishedAt} desc nulls first, ${entries.id} desc nulls first limit 1`
  return sql`${entries.id} in (select (${newest}) from ${batches} b)`
}

/** Returns a condition that leaves one entry of each import, and all others. */
export function oneOfEachBatch(viewer: By['viewer']): SQL {
  return or(isNull(entries.batchId), standsForBatch(viewer)) as SQL
}

const one = alias(entries, 'one')

function selectBatches({ db, viewer }: By) {
  const isOfBatch = and(eq(entries.batchId, batches.id), listed(viewer))
  const count = sql<number>`(select count(*)::int from ${entries} where ${isOfBatch})`.inlineParams()
  return db
    .select({ entryId: one.id, id: batches.id, title: batches.title, count })
    .from(one)
    .innerJoin(batches, eq(batches.id, one.batchId))
    .$dynamic()
}

const batchesOf = rowsOf('batches', selectBatches, () => amongIds(one.id))

/** Returns the items of a list of which `oneOfEachBatch` left one of each import, which now names the whole import. */
export async function withBatches<T extends { id: string; type: string; title: string }>(
  by: By,
  items: readonly T[],
): Promise<(T & { batch?: Batch | undefined })[]> {
  if (items.length === 0) return []
  const ids = arrayOf(items.map(({ id }) => id))
  const rows = await batchesOf(by, { ids })
  const byEntry = new Map(rows.map(({ entryId, ...batch }) => [entryId, batch]))
  return items.map((item) => {
    const batch = byEntry.get(item.id)
    if (!batch) return item
    const { id, title, count } = batch
    const kinds = (count === 1 ? kindName : kindPlural)(item.type)
    const line = { title: text.imported(count, kinds, title), gloss: null, phonetic: false, language: null }
    return { ...item, ...line, batch: { id, count } }
  })
}
