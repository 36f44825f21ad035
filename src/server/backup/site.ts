import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { runningPostgres, startPostgres } from '#server/embedded-postgres.ts'
import { lockInstance } from '#server/instance-lock.ts'
import { Failure } from './failure.ts'

/** A database to read or fill; `end` leaves it as it was found, running or not. */
export type OpenDatabase = { url: string; end(): Promise<void> }

/** The database of the site, whether it serves or not. @throws {Failure} where there is none yet */
export async function openSite({ databaseUrl, dataDir }: Config): Promise<OpenDatabase> {
  if (databaseUrl) return { url: databaseUrl, end: async () => {} }
  if (!existsSync(join(dataDir, 'postgres'))) throw new Failure('There is no site in DATA_DIR: look at that variable.')
  const running = runningPostgres(dataDir)
  return running ? { url: running, end: async () => {} } : startAlone(dataDir)
}

/** The database that a restore fills. @throws {Error} one sentence, when a site runs on it */
export async function openEmpty({ databaseUrl, dataDir }: Config): Promise<OpenDatabase> {
  return databaseUrl ? { url: databaseUrl, end: async () => {} } : startAlone(dataDir)
}

/** Starts the database of a folder that no server keeps. */
export async function startAlone(dataDir: string): Promise<OpenDatabase> {
  const lock = await lockInstance(dataDir, 0)
  try {
    const postgres = await startPostgres({ dataDir })
    return {
      url: postgres.url,
      async end() {
        await postgres.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}
