import { readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Pool, types } from 'pg'

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))
/** "urithi" in ASCII: the advisory lock under which one instance at a time migrates. */
const migrationLock = 0x757269746869

// text[] and uuid[]: most of a row's are empty, and to look for what stands in them took longer than to read the rest.
for (const list of [1009, 2951]) {
  const parse = types.getTypeParser(list)
  types.setTypeParser(list, (text) => (text === '{}' ? [] : parse(text)))
}

export type Database = {
  db: NodePgDatabase
  pool: Pool
  /** Ends every connection at once: of a server that has fallen silent nobody would ever hear. */
  cut(): void
  /** As `listen` tells it: once the server has fallen silent, nobody waits for a connection until it is heard again. */
  onState(heard: boolean, silent?: boolean): void
  close(): Promise<void>
}

/** Opens a pool on `url`. @param max connections at most */
export function openDatabase(url: string, max = 20): Database {
  const sockets = new Set<Socket>()
  let refusal: Error | undefined
  const pool = new Pool({
    connectionString: url,
    stream() {
      const socket = new Socket()
      sockets.add(socket.once('close', () => sockets.delete(socket)))
      // Once it is in the hands of the client.
      process.nextTick(() => refusal && socket.destroy(refusal))
      return socket
    },
    max,
    // Rather an answer that says so than one that never comes: of a database that is away, or of too many who ask.
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: '-c timezone=UTC -c jit=off',
    idleTimeoutMillis: 30_000,
  })
  // A connection that breaks is replaced; the next query reports what is wrong.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const onState = (heard: boolean, silent = false) => {
    if (heard) refusal = undefined
    if (!silent) return
    refusal = new Error('Connection terminated: the database has fallen silent')
    cut()
  }
  return { pool, db: drizzle(pool, { casing: 'snake_case' }), cut, onState, close: () => pool.end() }
}

/**
 * Brings the schema up to this code, one instance at a time. Older instances go on beside it: a migration only widens
 * what there is (test/migrations.test.ts). Throws one sentence when the database is newer.
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
  const known = await db.execute<{ table: string | null }>(
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as table`,
  )
  if (!known.rows[0]?.table) return
  const applied = await db.execute<{ newest: string | null }>(
    sql`select max(created_at) as newest from drizzle.__drizzle_migrations`,
  )
  if (Number(applied.rows[0]?.newest ?? 0) > newest)
    throw new Error('The database was made by a newer version of Urithi: please start that version, or a later one.')
}
