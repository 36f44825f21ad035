import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool, QueryConfig } from 'pg'
import { type Database, openDatabase } from './database.ts'

/** ms without an answer after which the replica counts as away. */
const patience = 5_000
/** ms between checks of a replica that lags, is away, or keeps up. */
const pauses = { lagging: 20, away: 1_000, level: 10_000 }

export type Replica = {
  /** Database for guests. */
  db: NodePgDatabase
  pool: Pool
  /** Returns whether the replica answers guests now. */
  isLevel(): boolean
  /** Makes guests read from the primary until the replica has caught up with a change. */
  changed(): void
  close(): Promise<void>
}

/**
 * Opens a streaming replica, used only while it has every change that this instance has heard of, so that no page is
 * older than the notice that invalidated it. The primary answers queries that the replica can't.
 * @param hears returns whether this instance hears of changes now
 */
export function openReplica(url: string, primary: Database, max: number, hears: () => boolean): Replica {
  const replica = openDatabase(url, max)
  let level = false
  let closed = false
  /** Counts notices; the replica is level once it has caught up with the latest. */
  let heard = 0
  let wake = () => {}
  const isLevel = () => level && hears()

  async function follow() {
    while (!closed) {
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      const upTo = heard
      // Queries waiting for an unresponsive replica then go to the primary.
      const silent = setTimeout(() => replica.cut(), patience)
      const caughtUp = await hasCaughtUp(() => closed || upTo !== heard).catch(() => undefined)
      clearTimeout(silent)
      if (caughtUp === undefined) level = false
      else if (caughtUp && upTo === heard) level = true
      if (upTo === heard)
        await Promise.race([promise, sleep(caughtUp ? pauses.level : pauses.away, null, { ref: false })])
    }
  }

  /**
   * Waits until the replica has replayed the primary's flushed WAL. Returns false if another change is heard meanwhile.
   */
  async function hasCaughtUp(isOver: () => boolean): Promise<boolean> {
    const { rows } = await primary.pool.query<{ at: string }>('select pg_current_wal_flush_lsn()::text as at')
    const primaryAt = rows[0]?.at
    for (const until = Date.now() + pauses.away; !isOver(); ) {
      const answer = await replica.pool.query<{ there: boolean | null }>(
        'select pg_last_wal_replay_lsn() >= $1::pg_lsn as there',
        [primaryAt],
      )
      if (answer.rows[0]?.there) return true
      if (Date.now() > until) throw new Error('the replica lags')
      await sleep(pauses.lagging)
    }
    return false
  }

  // A standby may also cancel a query that conflicts with replay.
  const ask = (query: QueryConfig, values: unknown[]) =>
    isLevel()
      ? replica.pool.query(query, values).catch(() => {
          level = false
          return primary.pool.query(query, values)
        })
      : primary.pool.query(query, values)
  const routed = new Proxy(primary.pool, { get: (pool, name) => (name === 'query' ? ask : Reflect.get(pool, name)) })

  const following = follow()
  return {
    db: drizzle(routed, { casing: 'snake_case' }),
    pool: replica.pool,
    isLevel,
    changed() {
      heard++
      level = false
      wake()
    },
    async close() {
      closed = true
      wake()
      await following
      await replica.close()
    },
  }
}
