import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool, QueryConfig } from 'pg'
import { type Database, openDatabase } from './database.ts'

/** ms without an answer after which the replica counts as unavailable. */
const patience = 5_000
/** ms between checks of a replica that lags, is unavailable, or keeps up. */
const pauses = { lagging: 20, away: 1_000, level: 10_000 }

export type Replica = {
  /** Database for guests. */
  db: NodePgDatabase
  pool: Pool
  /** Returns whether the replica is up to date, so that it may answer guests. */
  isLevel(): boolean
  /** Makes guests read from the primary until the replica has caught up with a change. */
  changed(): void
  close(): Promise<void>
}

/**
 * Opens a streaming replica. It is used only while it has every change that this instance was notified of, so that no
 * page is older than the notice that invalidated it. The primary answers queries that the replica can't.
 * @param receivesNotices returns whether this instance receives notices of changes now
 */
export function openReplica(url: string, primary: Database, max: number, receivesNotices: () => boolean): Replica {
  const replica = openDatabase(url, max)
  let level = false
  let closed = false
  /** Counts notices; the replica is level once it has caught up with the latest. */
  let noticeCount = 0
  let wake = () => {}
  const isLevel = () => level && receivesNotices()

  async function follow() {
    while (!closed) {
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      const upTo = noticeCount
      // Queries waiting for an unresponsive replica then go to the primary.
      const silent = setTimeout(() => replica.cut(), patience)
      const caughtUp = await hasCaughtUp(() => closed || upTo !== noticeCount).catch(() => undefined)
      clearTimeout(silent)
      if (caughtUp === undefined) level = false
      else if (caughtUp && upTo === noticeCount) level = true
      if (upTo === noticeCount)
        await Promise.race([promise, sleep(caughtUp ? pauses.level : pauses.away, null, { ref: false })])
    }
  }

  /**
   * Waits until the replica has replayed the primary's flushed WAL. Returns false if another notice arrives or the
   * replica is closed in the meantime. Throws if it takes longer than a second.
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
      noticeCount++
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
