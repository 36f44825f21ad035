import { readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Pool, types } from 'pg'

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))
/** Key of the advisory lock ("urithi" in ASCII) that lets only one instance migrate at a time. */
const migrationLock = 0x757269746869

// These ids are text[] and uuid[]. Most values are empty, and parsing those took longer than the rest of the row.
for (const list of [1009, 2951]) {
  const parse = types.getTypeParser(list)
  types.setTypeParser(list, (text) => (text === '{}' ? [] : parse(text)))
}

export type Database = {
  db: NodePgDatabase
  pool: Pool
  /** Closes every connection immediately, because an unresponsive server never closes them. */
  cut(): void
  /** Called by `listen`. While the server is unresponsive, new connections fail immediately instead of waiting. */
  onState(connected: boolean, silent?: boolean): void
  close(): Promise<void>
}

/** Opens a connection pool on `url`. @param max number of connections */
export function openDatabase(url: string, max = 20): Database {
  const sockets = new Set<Socket>()
  let refusal: Error | undefined
  const pool = new Pool({
    connectionString: url,
    stream() {
      const socket = new Socket()
      sockets.add(socket.once('close', () => sockets.delete(socket)))
      // This waits until the client has attached its handlers.
      process.nextTick(() => refusal && socket.destroy(refusal))
      return socket
    },
    max,
    // Requests fail instead of waiting forever if the database is unavailable or too many of them are waiting.
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: '-c timezone=UTC -c jit=off',
    idleTimeoutMillis: 30_000,
  })
  // A broken connection is replaced; the next query reports the error.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const onState = (connected: boolean, silent = false) => {
    if (connected) refusal = undefined
    if (!silent) return
    refusal = new Error('Connection terminated: the database has stopped responding')
    cut()
  }
  return { pool, db: drizzle(pool, { casing: 'snake_case' }), cut, onState, close: () => pool.end() }
}

/**
 * Migrates the schema, one instance at a time. Older instances keep running, because migrations only extend the schema
 * (test/migrations.test.ts). Throws an error with a message to show if the database is newer than this code.
 */
export async function migrateDatabase({ pool }: Database): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const db = drizzle(client, { casing: 'snake_case' })
    await refuseNewer(db)
    await migrate(db, { migrationsFolder })
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
  } finally {
    client.release()
  }
}

async function refuseNewer(db: NodePgDatabase) {
  const journal = JSON.parse(readFileSync(`${migrationsFolder}/meta/_journal.json`, 'utf8')) as {
    entries: { when: number }[]
  }
  const newest = Math.max(...journal.entries.map((entry) => entry.when))
  const result = await db.execute<{ table: string | null }>(
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as table`,
  )
  if (!result.rows[0]?.table) return
  const applied = await db.execute<{ newest: string | null }>(
    sql`select max(created_at) as newest from drizzle.__drizzle_migrations`,
  )
  if (Number(applied.rows[0]?.newest ?? 0) > newest)
    throw new Error('The database was migrated by a newer version of Urithi. Start that version or a later one.')
}
