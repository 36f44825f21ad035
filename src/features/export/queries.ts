import { and, asc, eq, gt } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { listedAfter } from '#content/entry/bulk.ts'
import type { Common, Importable } from '#content/entry/importable.ts'
import { listed } from '#content/entry/queries.ts'
import { entries } from '#content/entry/table.ts'
import { presentWord, selectWords } from '#content/vocabulary/queries.ts'
import type { Word } from '#content/vocabulary/schema.ts'
import type { Viewer } from '#core/context.ts'

const batch = 500
const first = '00000000-0000-0000-0000-000000000000'

/** Everything that `read` answers batch by batch, by id: a table of any length is never in memory. */
async function* inBatches<T extends { id: string }>(read: (after: string) => Promise<T[]>): AsyncGenerator<T> {
  for (let after: string | undefined = first; after; ) {
    const rows: T[] = await read(after)
    yield* rows
    after = rows.length < batch ? undefined : rows.at(-1)?.id
  }
}

/** What the viewer may see of a type, as the rows of its table. */
export function rowsOf<R extends Common>(db: NodePgDatabase, viewer: Viewer | null, type: Importable<R>) {
  return inBatches((after) => type.read(db, viewer, after, batch))
}

/** The ids of what the viewer may see: of one type, or of all. */
export function idsOf(db: NodePgDatabase, viewer: Viewer | null, type?: string) {
  const { id } = entries
  return inBatches((after) =>
    db
      .select({ id, type: entries.type })
      .from(entries)
      .where(and(listed(viewer), type ? eq(entries.type, type) : undefined, gt(id, after)))
      .orderBy(asc(id))
      .limit(batch),
  )
}

/** Every word that the viewer may see: there are too many of them to read them one by one. */
export function wordsOf(db: NodePgDatabase, viewer: Viewer | null): AsyncGenerator<Word> {
  return inBatches(async (after) => {
    const rows = await selectWords(db)
      .where(listedAfter('vocabulary', viewer, after))
      .orderBy(asc(entries.id))
      .limit(batch)
    return rows.map(presentWord)
  })
}
