import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { sentenceOf } from '#server/backup/failure.ts'
import { openSite } from '#server/backup/site.ts'
import { openDatabase } from '#server/database/database.ts'
import { readConfig } from '#server/start/config.ts'

/** Runs `work` on the site's database, whether or not the site is running. Prints an error as one sentence. */
export async function withSite(work: (site: { db: NodePgDatabase }) => Promise<void>): Promise<void> {
  try {
    const site = await openSite(readConfig())
    const database = openDatabase(site.url, 3)
    try {
      await work(database)
    } finally {
      await database.close()
      await site.end()
    }
  } catch (error) {
    const { name, message } = error as Error
    console.error(name === 'BadBag' ? message : sentenceOf(error))
    process.exitCode = 1
  }
}
