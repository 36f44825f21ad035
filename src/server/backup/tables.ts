import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { from, to } from 'pg-copy-streams'
import { Failure } from './failure.ts'

export type Table = { name: string; columns: string[] }

/**
 * Tables that are left out because they are useless after a restore: sessions, tokens and push subscriptions, and the
 * list of changed entries, which triggers fill during the restore. Unlogged tables are left out too, and so is the job
 * queue, which has its own schema, so that no email is sent twice.
 */
const leftOut = ['sessions', 'account_tokens', 'push_subscriptions', 'changed_entries']

/**
 * Settings that make the text of the rows independent of how the server is configured; synchronized scans would start
 * in the middle of a table.
 */
const settings =
  '-c timezone=UTC -c datestyle=ISO,YMD -c intervalstyle=postgres -c extra_float_digits=1 -c bytea_output=hex -c synchronize_seqscans=off -c statement_timeout=0 -c idle_in_transaction_session_timeout=0'

export async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, options: settings, keepAlive: true })
  client.on('error', () => {})
  await client.connect().catch((error) => {
    throw error.code ? error : new Failure('The database isn’t responding. Start the site, or check DATABASE_URL.')
  })
  return client
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Returns every table that backups contain, with its columns except generated ones, from the system catalog. */
export async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname::text as name, array(select attname::text from pg_attribute
       where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
     from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
       and relname <> all($1) order by relname`,
    [leftOut],
  )
  return rows
}

/** Returns the names of all tables of the site, including those left out of backups. */
export async function allTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  return rows.map(({ name }) => name)
}

export async function readSequences(client: Client): Promise<{ name: string; last: string }[]> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select sequencename::text as name, last_value::text as last from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  )
  return rows
}

/** Streams the rows of a table or query in the format of COPY; `rowCount` is set at the end. */
export function copyOut(client: Client, source: Table | string) {
  return client.query(to(`copy ${typeof source === 'string' ? `(${source})` : target(source)} to stdout`))
}

/** Loads rows written by `copyOut`. Returns how many. */
export async function copyIn(client: Client, table: Table, rows: Readable): Promise<number> {
  const sink = client.query(from(`copy ${target(table)} from stdin`))
  await pipeline(rows, sink)
  return sink.rowCount
}

function target({ name, columns }: Table): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`
}
