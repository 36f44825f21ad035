import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { folding } from '#text/fold.ts'
import { keepFacets } from './entry/list/facets.ts'
import { entries } from './entry/table.ts'
import { findLexemes } from './entry/write/long-text.ts'
import { refoldWords } from './vocabulary/change.ts'

/**
 * Writes everything again that an older folding wrote, in batches. Words come first, because `refold` marks the entries
 * as done.
 */
export async function refoldAll(db: NodePgDatabase): Promise<void> {
  await refoldWords(db)
  await refold(db)
}

/**
 * Updates, in batches, search columns and facets written by an older version of the folding. Leaves newer ones alone,
 * because another instance may already run a newer version.
 */
export async function refold(db: NodePgDatabase): Promise<void> {
  const { id, type, title, names, words } = entries
  const older = sql`${entries.folding} < ${folding}`
  for (let more = true; more; ) {
    more = await db.transaction(async (tx) => {
      // The rows are locked, so that a change meanwhile isn't overwritten. They can still be read.
      const stale = await tx
        .select({ id, type, title, names, words })
        .from(entries)
        .where(older)
        .limit(50)
        .for('update')
      const rows: { id: string; lexemes: string[] }[] = []
      for (const { id, type, ...searched } of stale) {
        rows.push({ id, lexemes: await findLexemes(type, searched) })
        // The site answers requests meanwhile.
        await nextTurn()
      }
      await tx.execute(sql`update ${entries} set search = array_to_tsvector(r.lexemes), folding = ${folding}
        from json_to_recordset(${JSON.stringify(rows)}::json) r (id uuid, lexemes text[]) where ${entries.id} = r.id`)
      await keepFacets(
        tx,
        rows.map(({ id }) => id),
      )
      return stale.length > 0
    })
  }
}
