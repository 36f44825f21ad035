import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { refold } from './entry/list/search.ts'
import { refoldWords } from './vocabulary/change.ts'

/**
 * Writes everything again that an older folding wrote, in batches. Words come first, because `refold` marks the entries
 * as done.
 */
export async function refoldAll(db: NodePgDatabase): Promise<void> {
  await refoldWords(db)
  await refold(db)
}
