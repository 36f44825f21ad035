import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { sentenceOf } from '#server/backup/failure.ts'
import { openSite } from '#server/backup/site.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database.ts'

/** Runs `work` on the database of the site, whether it serves or not; what fails is said in a sentence. */
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
