import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'

/** As pages, results are stored for a minute at most, because a replica may be behind when content changes. */
const maxAgeMs = 60_000

/** Results of slow reads, each computed once for all requests until content changes. */
export class UntilChanged<T extends {}> {
  readonly #stored = new WeakMap<Context['db'], LRUCache<string, Promise<T>>>()
  readonly #max: number

  /** @param max the number of results that are stored */
  constructor(max: number) {
    this.#max = max
  }

  /**
   * Returns the result for `key`. Simultaneous requests wait for one computation, and one that fails is not stored.
   * Every viewer with this key receives the same result, so `compute` must depend on the key alone.
   */
  of({ db, contentVersion }: Pick<Context, 'db' | 'contentVersion'>, key: string, compute: () => Promise<T>) {
    const version = contentVersion()
    if (version === undefined) return compute()
    const stored = this.#stored.get(db) ?? new LRUCache<string, Promise<T>>({ max: this.#max, ttl: maxAgeMs })
    this.#stored.set(db, stored)
    // A computation that was overtaken by a change is stored under the earlier version, which nobody asks for again.
    const versionedKey = `${version} ${key}`
    const earlier = stored.get(versionedKey)
    if (earlier) return earlier
    const result = compute()
    stored.set(versionedKey, result)
    result.catch(() => stored.delete(versionedKey))
    return result
  }
}
