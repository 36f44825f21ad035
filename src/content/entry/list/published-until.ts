import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'

/** The column value for an entry that is published now. `now()` would be the beginning of the transaction. */
export const publishedNow = sql`clock_timestamp()`

/**
 * Returns the latest time up to which no more entries can appear: what is read after this call contains every entry
 * published until then. A transaction that writes entries may have published some since it began, so this is before the
 * oldest one that is open. The millisecond is for rounding.
 */
export async function publishedUntil(db: NodePgDatabase): Promise<string> {
  const { rows } = await db.execute<{ until: string }>(sql`
    select to_char((least(statement_timestamp(), min(writer.xact_start)) - interval '1 millisecond') at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as until
    from pg_locks held join pg_stat_activity writer on writer.pid = held.pid
    where held.locktype = 'relation' and held.relation = 'entries'::regclass and held.mode = 'RowExclusiveLock'
      and held.granted and held.database = (select oid from pg_database where datname = current_database())`)
  return rows[0]?.until ?? new Date(0).toISOString()
}
