import { Client } from 'pg'
import { expect, test } from 'vitest'
import { migrateAsThen } from '#server/backup/migrations.ts'
import { deep } from './depth.ts'
import { createDatabase, dropDatabase } from './harness.ts'
import { startSite } from './running-site.ts'
import { until } from './until.ts'

/** The number of migrations of the release of 23 November 2026. */
const migrationsThen = 23
const count = 20_000

const addWords = `with made as (
    insert into entries (id, type, title, visibility, search, words, published_at)
    select gen_random_uuid(), 'vocabulary', 'sampleword' || n, 'public', '', 'sample gloss ' || n,
      now() - n * interval '1 minute'
    from generate_series(1, ${count}) n returning id, title, words)
  insert into vocabulary (entry_id, marakwet, english, sort_key) select id, title, words, title from made`

test.runIf(deep)(
  'a site of an earlier release with 20,000 entries is upgraded at its next start, which takes less than a minute',
  { timeout: 600_000 },
  async () => {
    const name = `upgrade_${process.pid}`
    const url = await createDatabase(name, 'template0')
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      await migrateAsThen(client, migrationsThen)
      await client.query(addWords)
      await client.end()
      const began = performance.now()
      const site = await startSite(undefined, { DATABASE_URL: url })
      const seconds = (performance.now() - began) / 1000
      try {
        const found = async (q: string) => {
          const answer = await fetch(`${site.url}/api/vocabulary?limit=5&q=${q}`)
          return ((await answer.json()) as { items: { form: string }[] }).items.map(({ form }) => form)
        }
        expect((await fetch(`${site.url}/language/vocabulary`)).status).toBe(200)
        const counts = (await (await fetch(`${site.url}/api/counts`)).json()) as Record<string, number>
        expect(counts.vocabulary).toBeGreaterThanOrEqual(count)
        // Searches find old entries once their words were folded anew, in the background.
        for (const q of [1, count / 2, count])
          await until(async () => (await found(`sampleword${q}`))[0] === `sampleword${q}`, `the word ${q}`, 240)
        console.info(
          `started in ${seconds.toFixed(1)} s, folded after ${((performance.now() - began) / 1000).toFixed(1)} s`,
        )
        expect(seconds).toBeLessThan(60)
      } finally {
        await site.stop()
      }
    } finally {
      await dropDatabase(name)
    }
  },
)
