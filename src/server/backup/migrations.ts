import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Client } from 'pg'
import { Failure } from './failure.ts'

const folder = fileURLToPath(new URL('../../../migrations', import.meta.url))

type Journal = { entries: { when: number; tag: string }[] }
export type Migration = { name: string; hash: string }

function ours(): (Migration & { when: number })[] {
  const journal = readJournal()
  return readMigrationFiles({ migrationsFolder: folder }).map(({ hash }, at) => {
    const { tag = '', when = 0 } = journal.entries[at] ?? {}
    return { name: tag, hash, when }
  })
}

const readJournal = () => JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal

export async function readMigrations(client: Client): Promise<Migration[]> {
  const { rows } = await client.query<{ hash: string; when: string }>(
    'select hash, created_at as when from drizzle.__drizzle_migrations order by created_at',
  )
  const names = new Map(ours().map(({ when, name }) => [String(when), name]))
  return rows.map(({ hash, when }) => ({ hash, name: names.get(when) ?? when }))
}

/** Throws Failure if this code doesn't have these migrations in the same order. */
export function requireOwnMigrations(migrations: readonly Migration[]): void {
  const ownMigrations = ours()
  if (migrations.some(({ hash }, at) => ownMigrations[at]?.hash !== hash))
    throw new Failure('This backup was made by a newer or different version of Urithi. Restore it with that version.')
}

/**
 * Creates the tables of an empty database as of the first `count` migrations, because an older backup fits only those.
 * If later migrations have been applied, drops all tables first.
 */
export async function migrateAsThen(client: Client, count: number): Promise<void> {
  const result = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as name`)
  if (result.rows[0]?.name && (await readMigrations(client)).length > count) {
    await client.query('drop schema if exists drizzle, graphile_worker cascade')
    await client.query('drop schema public cascade')
    await client.query('create schema public')
  }
  const partialFolder = mkdtempSync(join(tmpdir(), 'urithi-migrations-'))
  try {
    const { entries, ...journal } = readJournal()
    const applied = entries.slice(0, count)
    mkdirSync(join(partialFolder, 'meta'))
    writeFileSync(join(partialFolder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries: applied }))
    for (const { tag } of applied) cpSync(join(folder, `${tag}.sql`), join(partialFolder, `${tag}.sql`))
    await migrate(drizzle(client), { migrationsFolder: partialFolder })
  } finally {
    rmSync(partialFolder, { recursive: true, force: true })
  }
}
