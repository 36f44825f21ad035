import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { cast, testSite } from '#test/harness.ts'

const site = testSite()
const { keeper } = cast(site)

beforeEach(() => site.db.execute(sql`truncate entries, imports cascade; truncate vocabulary_words`))

/** Uploads a file, waits until it has been checked, and imports its rows. Returns how many were new and how many not. */
async function take(bytes: string, type: string) {
  const { body } = await keeper.call('POST', '/api/imports', { type, fileName: 'sample.csv' })
  await site.app.request(body.uploadUrl, { method: 'PUT', body: Buffer.from(bytes) as unknown as BodyInit })
  await site.runJobs()
  const path = `/api/imports/${body.import.id}`
  const { counts } = (await keeper.call('GET', path)).body
  await keeper.call('POST', `${path}/run`, {})
  await site.runJobs()
  return { fresh: counts.fresh, present: counts.present, wrong: counts.wrong }
}

test.each([
  [
    'words',
    'vocabulary',
    "form,english\nvang'ura,sample one\nzora meku,sample two\ntumbelo,sample-three\nra-mivo,sample four\n",
    'form,english\nvang’ura,sample\u00a0one\nzora\u00a0meku,sample two\ntum\u00adbelo,Sample three\nramivo,sample\u200b four\n',
  ],
  [
    'proverbs',
    'proverb',
    'original\n"Sample line ng\'ara zeko-zeko,\nsecond line"\nSample other line\n',
    'original\n"Sample line ng´ara zekozeko\nsecond line"\n\u200eSample\u00a0other li\u00adne\u200e\n',
  ],
  [
    'poems',
    'poem',
    'title,original\nSample poem,"first ng\'ara line\nsecond line"\nSample other,first line ke:muzo\n',
    'title,original\nSample poem,"first ng′ara line\nsecond\u00a0line"\nSample other,FIRST li\u200bne ke·muzo\n',
  ],
  [
    'heritage entries',
    'heritage',
    "section,title\nceremony,Sample ng'ara ceremony\nceremony,Sample zeko-zeko\n",
    'section,title\nceremony,Sample ng’ara\u00a0ceremony\nceremony,Sam\u00adple zeko zeko\n',
  ],
])(
  '%s come in once, however their apostrophes, spaces and hidden characters are written',
  async (_, type, one, other) => {
    const first = await take(one, type)
    expect(first).toEqual({ fresh: first.fresh, present: 0, wrong: 0 })
    expect(await take(other, type)).toEqual({ fresh: 0, present: first.fresh, wrong: 0 })
  },
)

test('rows of one file are compared in the same way', async () => {
  const file = "form,english\nvang'ura,sample one\nvang’ura,sample\u00a0one\nzoramo,sample two\nzora-mo,sample two\n"
  expect(await take(file, 'vocabulary')).toEqual({ fresh: 2, present: 2, wrong: 0 })
})

test('words that differ by a tone, by length or by their gloss are different words', async () => {
  await take('form,english\nzárimo,sample one\nnaru,sample two\n', 'vocabulary')
  const file = 'form,english\nzàrimo,sample one\nzarimo,sample one\nnaːru,sample two\nzárimo,sample three\n'
  expect(await take(file, 'vocabulary')).toEqual({ fresh: 4, present: 0, wrong: 0 })
})

test.each([
  ['words', 'vocabulary', 'form,english\nsamplea,2.5 samples\n', 'form,english\nsamplea,25 samples\n'],
  ['proverbs', 'proverb', 'original\nSample 7-8 line\n', 'original\nSample 78 line\n'],
])('%s with other numbers are others', async (_, type, one, other) => {
  await take(one, type)
  expect(await take(other, type)).toEqual({ fresh: 1, present: 0, wrong: 0 })
})
