import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runningPostgres, startPostgres } from '../database/embedded-postgres.ts'
import type { Config } from '../start/config.ts'
import { lockInstance } from '../start/instance-lock.ts'
import { Failure } from './failure.ts'

/** A database to read or fill; `end` leaves it running or stopped, as it was before. */
export type OpenDatabase = { url: string; end(): Promise<void> }

/** Opens the database of the site, whether or not it is running. @throws {Failure} if there is none yet */
export async function openSite({ databaseUrl, dataDir }: Config): Promise<OpenDatabase> {
  if (databaseUrl) return { url: databaseUrl, end: async () => {} }
  if (!existsSync(join(dataDir, 'postgres')))
    throw new Failure('There is no site in DATA_DIR yet. Start it once with npm start, or check that variable.')
  const running = runningPostgres(dataDir)
  return running ? { url: running, end: async () => {} } : startAlone(dataDir)
}

/** Opens the database that a restore fills. @throws {Error} with a message to show, if a server runs on DATA_DIR */
export async function openEmpty({ databaseUrl, dataDir }: Config): Promise<OpenDatabase> {
  return databaseUrl ? { url: databaseUrl, end: async () => {} } : startAlone(dataDir)
}

/** Starts the database of a data folder on which no server runs. */
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
