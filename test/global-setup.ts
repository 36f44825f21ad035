import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateDatabase, openDatabase } from '#server/database/database.ts'
import { startPostgres } from '#server/database/embedded-postgres.ts'
import { siteRole } from '#server/database/postgres-role.ts'
import { migrateJobs } from '#server/jobs/jobs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser address of the run's PostgreSQL, for creating databases, which the site's role can't do. */
    superuser: string
    /** Address of the same PostgreSQL for the sites under test. */
    postgres: string
  }
}

/** Starts one PostgreSQL for the run, with a migrated template that every test file clones. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'urithi-test-'))
  const postgres = await startPostgres({ dataDir })
  const client = new Client({ connectionString: postgres.superuserUrl })
  await client.connect()
  // The data of a test run need not outlive a crash. `embedded-postgres.test` starts servers with the usual settings.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await client.query(`alter system set ${setting} = off`)
  await client.query('select pg_reload_conf()')
  await client.query(`create database template_urithi owner ${siteRole}`)
  const template = openDatabase(databaseUrl(postgres.url, 'template_urithi'))
  await migrateDatabase(template)
  await migrateJobs(template.pool)
  await template.close()
  await client.end()
  project.provide('postgres', postgres.url)
  project.provide('superuser', postgres.superuserUrl)
  return async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Returns the address of another database of the same server. */
export function databaseUrl(url: string, name: string): string {
  return url.replace(/@\/[^?]*/, `@/${name}`)
}
