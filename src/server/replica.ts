import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool, QueryConfig } from 'pg'
import { type Database, openDatabase } from './database.ts'

/** After so long without an answer it is away, in ms. */
const patience = 5_000
/** So often a replica that lags is asked again, one that is away tried again, and one that keeps up checked, in ms. */
const pauses = { lagging: 20, away: 1_000, level: 10_000 }

export type Replica = {
  /** What guests read. */
  db: NodePgDatabase
  pool: Pool
  /** Whether guests are answered by the replica now. */
  isLevel(): boolean
  /** Something has changed: guests read from the primary until the replica has it, too. */
  changed(): void
  close(): Promise<void>
}

/**
 * A streaming replica of the primary, asked only while it has everything that this instance has heard of: so no page is
 * older than the notice that dropped the one before it. What it can't answer the primary does.
 * @param hears whether this instance hears of changes now
 */
export function openReplica(url: string, primary: Database, max: number, hears: () => boolean): Replica {
  const replica = openDatabase(url, max)
  let level = false
  let closed = false
  /** Counts what was heard; the replica is level once it has caught up with the newest of it. */
  let heard = 0
  let wake = () => {}
  const isLevel = () => level && hears()

  async function follow() {
    while (!closed) {
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      const upTo = heard
      // Who waits for one that says nothing is then answered by the primary.
      const silent = setTimeout(() => replica.cut(), patience)
      const caughtUp = await hasCaughtUp(() => closed || upTo !== heard).catch(() => undefined)
      clearTimeout(silent)
      if (caughtUp === undefined) level = false
      else if (caughtUp && upTo === heard) level = true
      if (upTo === heard)
        await Promise.race([promise, sleep(caughtUp ? pauses.level : pauses.away, null, { ref: false })])
    }
  }

  /** Waits until the replica has what is committed by now: that is flushed; false when more was heard meanwhile. */
  async function hasCaughtUp(isOver: () => boolean): Promise<boolean> {
    const { rows } = await primary.pool.query<{ at: string }>('select pg_current_wal_flush_lsn()::text as at')
    const wanted = rows[0]?.at
    for (const until = Date.now() + pauses.away; !isOver(); ) {
      const answer = await replica.pool.query<{ there: boolean | null }>(
        'select pg_last_wal_replay_lsn() >= $1::pg_lsn as there',
        [wanted],
      )
      if (answer.rows[0]?.there) return true
      if (Date.now() > until) throw new Error('the replica lags')
      await sleep(pauses.lagging)
    }
    return false
  }

  // A standby may end a query that stands in the way of what it has to replay, too.
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
