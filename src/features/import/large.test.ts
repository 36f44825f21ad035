import { existsSync } from 'node:fs'
import { downloadZip } from 'client-zip'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { deep } from '#test/depth.ts'
import { testSite } from '#test/harness.ts'
import { until } from '#test/until.ts'
import { type WatchedServer, watchedServer } from '#test/watched-server.ts'
import { mostRows } from './schema.ts'

// A large import stays under 150 MB, reads few rows for each imported one, and can be undone completely.

/** The dataset is small by default, because its forms are handled like the rows of a CSV once they have been read. */
const forms = Number(process.env.CLDF_FORMS ?? (deep ? 5_000 : 1_200))

const applicationName = 'watched'
/** More than this many percentages are seen. Each batch of 500 rows changes it. */
const steps = deep ? 3 : 1
/** The maximum number of rows read per imported row. Batches may read whole tables, but single rows must not. */
const maxRowsRead = 500

describe.skipIf(!existsSync('/proc/self/stat'))('a large import', { timeout: 600_000 }, () => {
  const site = testSite()
  let server: WatchedServer
  let token: string

  beforeAll(async () => {
    const keeper = await site.person({ roles: ['keeper'] })
    token = keeper.token
  })
  afterEach(() => server?.stop())

  async function start() {
    const settings = { AUTH_SECRET: 'a secret of the tests, long enough to be one' }
    server = await watchedServer(`${site.databaseUrl}&application_name=${applicationName}`, settings)
  }

  async function api(method: string, path: string, body?: unknown): Promise<any> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await fetch(`${server.url}/api${path}`, { method, headers, body: JSON.stringify(body) ?? null })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }

  /** Waits until the import has left the working stages; returns it and its progress values. */
  async function settled(id: string): Promise<{ imported: any; percents: number[] }> {
    const percents: number[] = []
    const end = async () => {
      const imported = await api('GET', `/imports/${id}`)
      if (!['waiting', 'checking', 'importing', 'undoing'].includes(imported.stage)) return imported
      percents.push(imported.percent)
    }
    return { imported: await until(end, 'the end of a stage', 500), percents }
  }

  async function send(file: Buffer): Promise<string> {
    const { import: begun, uploadUrl } = await api('POST', '/imports', { type: 'vocabulary', fileName: 'sample' })
    const answer = await fetch(uploadUrl, { method: 'PUT', body: new Blob([new Uint8Array(file)]) })
    expect(answer.status).toBe(200)
    return begun.id
  }

  const tables = ['entries', 'vocabulary', 'vocabulary_terms', 'vocabulary_words', 'versions']

  /** Returns a checksum of all rows for each table of words. */
  async function state() {
    const sums = tables.map(
      (name) =>
        sql`(select md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) from ${sql.raw(name)} t) as ${sql.raw(name)}`,
    )
    return (await site.db.execute(sql`select ${sql.join(sums, sql`, `)}`)).rows[0]
  }

  /** Returns the number of rows that stopped servers have read from tables and indexes. */
  async function countRowsRead(): Promise<number> {
    // PostgreSQL's counts are complete only after the connections have ended.
    const open = sql`select count(*)::int as count from pg_stat_activity where application_name = ${applicationName}`
    await expect.poll(async () => (await site.db.execute(open)).rows, { timeout: 20_000 }).toEqual([{ count: 0 }])
    const { rows } = await site.db.execute<{ read: number }>(
      sql`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as read from pg_stat_user_tables`,
    )
    return rows[0]?.read ?? Number.NaN
  }

  async function expectWithinLimits(what: string, file: Buffer, expected: { added: number; wrong: number }) {
    const readBefore = await countRowsRead()
    await start()
    const before = await state()
    let id = ''
    let percents: number[] = []
    const check = await server.cost(async () => {
      id = await send(file)
      await settled(id)
    })
    const run = await server.cost(async () => {
      await api('POST', `/imports/${id}/run`, {})
      const end = await settled(id)
      percents = end.percents
      expect(end.imported).toMatchObject({ stage: 'done', counts: expected })
    })
    const list = await api('GET', '/vocabulary?sort=alphabetical&limit=100')
    expect(list.items).toHaveLength(100)
    const jobs = `select from graphile_worker.jobs where task_identifier like 'import:%'`
    await expect.poll(async () => (await site.db.execute(jobs)).rows, { timeout: 20_000 }).toEqual([])
    await server.stop()
    const read = ((await countRowsRead()) - readBefore) / expected.added
    await start()
    const undo = await server.cost(async () => {
      await api('POST', `/imports/${id}/undo`, {})
      await settled(id)
    })
    console.info(
      `${what} of ${Math.round(file.length / 1024)} KB`,
      { check, run, undo },
      `${Math.round(read)} rows read for each`,
    )
    expect(await state()).toEqual(before)
    expect(new Set(percents).size).toBeGreaterThan(steps)
    for (const { mb } of [check, run, undo]) expect(mb).toBeLessThan(150)
    expect(read).toBeLessThan(maxRowsRead)
  }

  it('stays within the limits as a CLDF dataset', async () => {
    const ids = Array.from({ length: forms }, (_, at) => at)
    const part = (name: string, property: string) => ({
      name,
      propertyUrl: `http://cldf.clld.org/v1.0/terms.rdf#${property}`,
    })
    const table = (url: string, type: string, columns: object[]) => ({
      url,
      'dc:conformsTo': `http://cldf.clld.org/v1.0/terms.rdf#${type}`,
      tableSchema: { columns },
    })
    const metadata = {
      '@context': ['http://www.w3.org/ns/csvw', { '@language': 'en' }],
      'dc:conformsTo': 'http://cldf.clld.org/v1.0/terms.rdf#Wordlist',
      'dc:title': 'Sample dataset',
      tables: [
        table('forms.csv', 'FormTable', [
          part('ID', 'id'),
          part('Language_ID', 'languageReference'),
          part('Parameter_ID', 'parameterReference'),
          part('Form', 'form'),
        ]),
        table('languages.csv', 'LanguageTable', [part('ID', 'id'), part('Name', 'name')]),
        table('parameters.csv', 'ParameterTable', [part('ID', 'id'), part('Name', 'name')]),
      ],
    }
    const rows = (head: string, of: (at: number) => string) => [head, ...ids.map(of)].join('\n')
    const zip = downloadZip([
      { name: 'Wordlist-metadata.json', input: JSON.stringify(metadata) },
      { name: 'languages.csv', input: 'ID,Name\none,Sample' },
      { name: 'parameters.csv', input: rows('ID,Name', (at) => `${at},sample gloss ${at}`) },
      { name: 'forms.csv', input: rows('ID,Language_ID,Parameter_ID,Form', (at) => `${at},one,${at},${formOf(at)}`) },
    ])
    await expectWithinLimits(`CLDF, ${forms} forms`, Buffer.from(await zip.arrayBuffer()), { added: forms, wrong: 0 })
  })

  it.runIf(deep)('stays within the limits as CSV', async () => {
    const lines = ['form,english,meaning,dialect']
    for (let at = 0; at < mostRows - 2; at++)
      lines.push(`${formOf(at)},sample gloss ${at},"sample meaning, ${at}",Sample`)
    lines.push(',no form,,', 'samplez,"no end,,')
    await expectWithinLimits('CSV', Buffer.from(lines.join('\n')), { added: mostRows - 2, wrong: 2 })
  })
})

/** Returns an artificial form: "sample" and the number in letters. */
function formOf(at: number): string {
  return `sample${[...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
}
