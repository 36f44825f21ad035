import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readBibtex } from '#features/import/cldf/bibtex.ts'
import { buildEvent, buildImport } from '#test/build.ts'
import { cast, testSite } from '#test/harness.ts'
import { readCsv } from '#text/csv.ts'

// Files for programs contain every text as it is. All texts are artificial.

const site = testSite()
const { keeper } = cast(site)

/** Returns the files of the exported ZIP file, which isn't compressed, as one text. */
const exported = async () =>
  Buffer.from(await (await site.app.request('http://site.test/export/vocabulary.zip')).arrayBuffer())

const forms = ['-samplesuffix', '=sample', '@sample', '+samplesuffix', "'-sample", "''=sample"]

test('CLDF contains affixes and signs as they are, and reading it changes none', async () => {
  await site.db.execute(sql`truncate entries, imports cascade; truncate vocabulary_words`)
  for (const [at, form] of forms.entries()) {
    const word = { form, english: `-gloss ${at}`, meaning: '=sample meaning', dialect: '-Sample dialect' }
    expect((await keeper.call('POST', '/api/vocabulary', word)).status).toBe(201)
  }
  const zip = await exported()
  const text = zip.toString()
  const rows = readCsv(text.slice(text.indexOf('ID,Language_ID'))).slice(1, forms.length + 1)
  expect(rows.map(({ cells }) => cells[4]).sort()).toEqual([...forms].sort())
  expect(rows.map(({ cells }) => cells[5])).toEqual(forms.map(() => '=sample meaning'))
  expect(text).toContain(',-Sample dialect,')
  expect(text).toMatch(/^meaning-[0-9a-f]{16},-gloss 0,/m)

  await site.db.execute(sql`truncate entries, imports cascade; truncate vocabulary_words`)
  const sent = await buildImport(site, keeper, zip)
  await keeper.call('POST', `/api/imports/${sent.id}/run`, {})
  await site.runJobs()
  const { items } = (await site.call('GET', '/api/vocabulary?limit=100')).body
  expect(items.map((word: { form: string }) => word.form).sort()).toEqual([...forms].sort())
})

test.each(['\r\n', '\r'])(
  'a program that ends the lines of cells with %j changes nothing in a table',
  async (lineEnd) => {
    await site.db.execute(sql`truncate entries, imports cascade; truncate vocabulary_words`)
    const word = { form: 'sample', english: 'gloss', meaning: 'Sample line\nand another' }
    expect((await keeper.call('POST', '/api/vocabulary', word)).status).toBe(201)
    const table = (await keeper.call('GET', '/api/export/vocabulary.csv')).body as string
    const saved = table.replace(/(?<!\r)\n/g, lineEnd)
    expect(saved).not.toBe(table)
    expect((await buildImport(site, keeper, saved)).counts).toMatchObject({ fresh: 0, differing: 0, wrong: 0 })
  },
)

test.each([
  ['https://site.test/a_b?c=1&d=50%25#e', 'Sample, A. 2020. Sample title. https://site.test/~sample/x_y--z.'],
  ['https://site.test/@sample/$1', 'Sample & Sons. Ask sample_author@mail.site.test, or see http://site.test/100%_&.'],
])('BibTeX keeps the address %s and those in the citation, and an import reads them back', async (url, citation) => {
  await site.db.execute(sql`truncate entries, imports cascade; truncate vocabulary_words`)
  const file = `word,english,source,source_url\nsample,gloss,"${citation}",${url}`
  const sent = await buildImport(site, keeper, file)
  await keeper.call('POST', `/api/imports/${sent.id}/run`, {})
  await site.runJobs()
  const bib = /@misc\{[\s\S]*?\n\}/.exec((await exported()).toString())?.[0] ?? ''
  expect(bib).toContain(`url = {${url}}`)
  for (const [address] of citation.matchAll(/https?:\S+?(?=[.,]?(\s|$))|\S+@[\w.]+\w/g))
    expect(bib).toContain(`{${address}}`)
  const [study] = [...readBibtex(bib).values()]
  expect(study?.url).toBe(url)
  expect(study?.citation).toContain(citation.replace(/\.$/, ''))
})

test.each([
  ['url = {https://site.test/~sample/a--b_c}', 'https://site.test/~sample/a--b_c'],
  ['url = {\\url{https://site.test/a\\_b?c=1\\&d=2}}', 'https://site.test/a_b?c=1&d=2'],
  ['url = {https://site.test/a{\\_}b\\%20c}', 'https://site.test/a_b%20c'],
  ['doi = {10.1000/sample--1_2}', 'https://doi.org/10.1000/sample--1_2'],
])('an imported BibTeX file keeps the address in %s', (field, address) => {
  const [study] = [
    ...readBibtex(
      `@misc{sample,\n  title = {Sample},\n  note = {See \\url{https://site.test/~x--y}},\n  ${field}\n}`,
    ).values(),
  ]
  expect(study?.url).toBe(address)
  expect(study?.citation).toBe('Sample. See https://site.test/~x--y.')
})

test('the telephone numbers of registrations are exported as people wrote them', async () => {
  const phones = ['+254712345678', '+254 712 345 679']
  const organizer = await site.person()
  const event = await buildEvent(organizer)
  for (const phone of phones) {
    const guest = await site.person()
    const form = { fullName: 'Sample Person', email: guest.email, phone }
    expect((await guest.call('POST', `/api/events/${event.id}/registration`, form)).status).toBe(201)
  }
  const { body } = await organizer.call('GET', `/api/events/${event.id}/registrations?format=csv`)
  const rows = readCsv(body).slice(1)
  expect(rows.map(({ cells }) => cells[2])).toEqual(phones)
})
