import { type SQL, sql } from 'drizzle-orm'
import { UntilChanged } from '#core/concurrency/until-changed.ts'
import type { Context } from '#core/context.ts'
import { keyOf } from './any-viewer.ts'
import { audienceOf, listedParts } from './rules.ts'

/**
 * Counts of what lists show a viewer, which read many rows. What is open to a whole audience is counted once for all of
 * them, and the viewer's own entries and those of their groups by themselves, each until content changes.
 */
export class CountedInParts<T extends {}, Query = void> {
  readonly #count: (db: Context['db'], part: SQL, query: Query) => Promise<T>
  readonly #counts: UntilChanged<T>

  /**
   * @param max the number of counts that are stored
   * @param count counts the entries that match `part` and the query
   */
  constructor(max: number, count: (db: Context['db'], part: SQL, query: Query) => Promise<T>) {
    this.#count = count
    this.#counts = new UntilChanged(max)
  }

  /** Returns the counts of one part, or of two that have no entry in common. */
  of(by: Pick<Context, 'db' | 'viewer' | 'contentVersion'>, query: Query): Promise<T[]> {
    // The conditions are made only for a count, because making them takes longer than finding a stored one.
    const counted = (who: string, part: 'open' | 'theirs') =>
      this.#counts.of(by, `${who} ${JSON.stringify(query)}`, () =>
        this.#count(by.db, listedParts(by.viewer)[part] ?? sql`false`, query),
      )
    const open = counted(audienceOf(by.viewer), 'open')
    return Promise.all(by.viewer ? [open, counted(keyOf(by.viewer), 'theirs')] : [open])
  }
}
