import { and, asc, gt } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { ofKind } from '#content/entry/list/where.ts'
import { entries } from '#content/entry/table.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import { listedAfter } from '#content/entry/write/bulk.ts'
import type { Common, Importable } from '#content/entry/write/importable.ts'
import { kinds } from '#content/kinds.ts'
import { presentWord, selectWords } from '#content/vocabulary/queries.ts'
import type { Word } from '#content/vocabulary/schema.ts'
import type { Viewer } from '#core/context.ts'
import { eachById } from '#core/id.ts'

const batch = 500

/** Yields the entries of a type that the viewer may see, as rows of its table. */
export function rowsOf<R extends Common>(db: NodePgDatabase, viewer: Viewer | null, type: Importable<R>) {
  return eachById(batch, (after) => type.read(db, viewer, after, batch))
}

/** Yields the ids of entries that the viewer may see, of one type or all. */
export function idsOf(db: NodePgDatabase, viewer: Viewer | null, type?: string) {
  const { id } = entries
  return eachById(batch, (after) =>
    db
      .select({ id, type: entries.type })
      .from(entries)
      .where(and(listed(viewer), type ? ofKind(type) : undefined, gt(id, after)))
      .orderBy(asc(id))
      .limit(batch),
  )
}

/** Yields every word that the viewer may see, in batches because there are many. */
export function wordsOf(db: NodePgDatabase, viewer: Viewer | null): AsyncGenerator<Word> {
  return eachById(batch, async (after) => {
    const rows = await selectWords({ db })
      .where(listedAfter(kinds.vocabulary.type, viewer, after))
      .orderBy(asc(entries.id))
      .limit(batch)
    return rows.map(presentWord)
  })
}
