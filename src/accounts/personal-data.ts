import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Context, Viewer } from '#core/context.ts'

/** The personal data that a feature stores. `src/personal-data.ts` lists all features that store any. */
export type PersonalData = {
  /** Functions that return the content of each file in a member's data export, keyed by file name. */
  files?: Record<`${string}.json`, (db: NodePgDatabase, viewer: Viewer) => PromiseLike<unknown>>
  /**
   * Prepares for the deletion of the account, in its transaction: removes or passes on the data that isn't deleted with
   * its row. `entries` says whether the member leaves their entries on the site.
   */
  leave?(ctx: Context, accountId: string, entries: 'delete' | 'keep'): Promise<void>
}
