import { createHash } from 'node:crypto'
import type { Pool } from 'pg'

/** An advisory lock of PostgreSQL, as two 32-bit numbers. */
export type Lock = readonly [kind: number, name: number]

// Instances find each other by these kinds of locks, which end with the connection of their instance.
const kinds = { secret: 7_301_011, jobs: 7_301_012 }

export function lockOf(kind: keyof typeof kinds, name: string): Lock {
  return [kinds[kind], createHash('sha256').update(`${kind}\0${name}`).digest().readInt32BE()]
}

/** Returns the second numbers of all locks of a kind held on this database. */
export async function heldLocks(pool: Pool, kind: keyof typeof kinds): Promise<Set<number>> {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct objid::text as name from pg_locks where locktype = 'advisory' and granted and objsubid = 2
     and classid = $1::oid and database = (select oid from pg_database where datname = current_database())`,
    [kinds[kind]],
  )
  return new Set(rows.map(({ name }) => Number(name) | 0))
}

/** Throws an Error with a message to show if a running instance of this site uses another secret. */
export async function requireOneSecret(pool: Pool, mine: Lock): Promise<void> {
  const others = await heldLocks(pool, 'secret')
  others.delete(mine[1])
  if (others.size === 0) return
  throw new Error(
    'Another server of this site uses another secret. Set AUTH_SECRET to the same value on each, or stop the others first.',
  )
}
