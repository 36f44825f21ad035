import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { auditLog } from '#core/tables.ts'
import { buildWord } from '#test/build.ts'
import { deep } from '#test/depth.ts'
import { cast, testSite } from '#test/harness.ts'
import { rowsRead } from '#test/rows-read.ts'
import { vocabulary } from '../table.ts'

const site = testSite()
const { keeper, member } = cast(site)

beforeAll(async () => {
  for (const form of ['ada', 'bada', 'nada', 'ngada', "ng'ada", 'zada']) await buildWord(member, { form })
})

const path = '/api/vocabulary/letters'
const read = async () => (await keeper.call('GET', path)).body
const set = async (letters: string[][], version?: number) =>
  keeper.call('PUT', path, { letters, version: version ?? (await read()).version })
const list = async (query = '') => {
  const { body } = await site.call('GET', `/api/vocabulary?sort=alphabetical&limit=100${query}`)
  return body.items.map(({ form }: { form: string }) => form)
}
const bar = async () => (await site.call('GET', '/api/vocabulary/overview')).body.letters

test('only keepers can read and change the list', async () => {
  const { letters, version } = await read()
  expect(letters[0]).toEqual(['a'])
  for (const [who, status] of [
    [site, 401],
    [member, 403],
  ] as const) {
    expect((await who.call('GET', path)).status).toBe(status)
    expect((await who.call('PUT', path, { letters, version })).status).toBe(status)
  }
})

test('a new order applies to the lists, the letter bar, the filter and neighbours, for old and new words', async () => {
  expect(await list()).toEqual(['ada', 'bada', 'nada', 'ngada', "ng'ada", 'zada'])
  await site.call('GET', '/language/vocabulary')
  const { status, body } = await set([['z'], ["ng'"], ['ng'], ['n'], ['b', 'p'], ['a']])
  expect([status, body.letters[1]]).toEqual([200, ["ng'"]])
  const order = ['zada', "ng'ada", 'ngada', 'nada', 'bada', 'ada']
  expect(await list()).toEqual(order)
  expect(await bar()).toEqual(['z', "ng'", 'ng', 'n', 'b', 'a'])
  expect(await list('&letter=ng')).toEqual(['ngada'])
  expect(await list(`&letter=${encodeURIComponent('NG’')}`)).toEqual(["ng'ada"])
  expect(await list('&letter=p')).toEqual(['bada'])
  expect(await list('&letter=e')).toEqual([])
  expect(await list('&q=ada&letter=n')).toEqual(['nada'])
  const page = (await site.call('GET', '/language/vocabulary')).body

  expect(page.indexOf('zada')).toBeLessThan(page.indexOf('bada'))

  const added = await buildWord(member, { form: 'pada' })
  expect(await list()).toEqual([...order.slice(0, 5), 'pada', 'ada'])
  const around = await site.call('GET', `/api/vocabulary/${added.id}/around`)
  expect(around.body.nextTo.map(({ form }: { form: string }) => form)).toEqual(['nada', 'bada', 'ada'])
})

test('diacritics are distinguished only for letters that are listed with them', async () => {
  await buildWord(member, { form: 'ā́da' })
  expect((await list()).slice(-2)).toEqual(['ada', 'ā́da'])
  await set([['ā'], ['a'], ['b'], ['n'], ['z']])
  expect((await list()).slice(0, 2)).toEqual(['ā́da', 'ada'])
  expect(await bar()).toEqual(['ā', 'a', 'b', 'n', 'z'])
})

test('forms that begin with an unlisted letter are sorted last, and keepers see the missing letters', async () => {
  const { body } = await set([['z'], ['a']])
  expect(body.missing).toEqual(['b', 'n', 'p'])
  expect((await list()).slice(0, 2)).toEqual(['zada', 'ada'])
  expect(await bar()).toEqual(['z', 'a'])
})

test.each([
  ['an empty list', [], 'letters'],
  ['a letter without a spelling', [['a'], []], 'letters.1'],
  ['an empty spelling', [['a', ' ']], 'letters.0.1'],
  ['the same letter twice', [['a'], ['b', 'A']], 'letters.1'],
  ['the same letter, once composed and once decomposed', [['\u00e4'], ['a\u0308']], 'letters.1'],
  ['a punctuation mark', [['a'], ['?']], 'letters.1.0'],
  ['a mark alone', [['\u0301']], 'letters.0.0'],
  ['two words', [['a b']], 'letters.0.0'],
  ['a list that is too long', Array.from({ length: 76 }, (_, at) => [String.fromCodePoint(0x4e00 + at)]), 'letters'],
])('%s is refused and changes nothing', async (_, letters, at) => {
  const before = await read()
  const { status, body } = await set(letters)
  expect([status, body.issues.map(({ path }: { path: string }) => path)]).toEqual([400, expect.arrayContaining([at])])
  expect(await read()).toEqual(before)
})

test('the list is stored in composed form, and each change is logged with the previous list', async () => {
  await set([['a\u0301', 'a']])
  expect((await read()).letters).toEqual([['\u00e1', 'a']])
  const lines = await site.db.select().from(auditLog).where(eq(auditLog.action, 'vocabulary:set-letters'))
  const last = lines.reduce((one, other) => (other.id > one.id ? other : one))
  expect(last).toMatchObject({ actorId: keeper.id, detail: { before: ['z', 'a'], after: ['\u00e1 a'] } })
})

test('the second of two keepers who change the same version of the list gets a conflict', async () => {
  const { version } = await read()
  expect((await set([['a'], ['b']], version)).status).toBe(200)
  const late = await set([['b'], ['a']], version)
  expect([late.status, late.body.code]).toEqual([409, 'changed'])
  expect((await read()).letters).toEqual([['a'], ['b']])
})

test('a word added while the order changes is sorted correctly', async () => {
  const changes = (async () => {
    for (let round = 0; round < 6; round++) await set(round % 2 ? [['m'], ['n'], ['a']] : [['a'], ['m'], ['n']])
  })()
  for (let at = 0; at < 12; at++) await buildWord(member, { form: `${at % 2 ? 'm' : 'n'}word${at}` })
  await changes
  const rows = await site.db.select({ key: vocabulary.sortKey, form: vocabulary.form }).from(vocabulary)
  const ofN = rows.filter(({ form }) => /^nword/.test(form))
  expect([ofN.length, new Set(ofN.map(({ key }) => key[0]))]).toEqual([6, new Set(['1'])])
})

const many = deep ? 100_000 : 4_000

test(`${many} words are re-sorted in one request, and listing one letter reads only a few of them`, async () => {
  await site.db.execute(sql`with made as (
      insert into entries (id, type, title, state, visibility, published_at, search)
      select gen_random_uuid(), 'vocabulary', 'sample', 'published', 'public', now(), '' from generate_series(1, ${many})
      returning id)
    insert into vocabulary (entry_id, form, english, sort_key)
    select id, translate(left(md5(id::text), 8), '0123456789', 'ghijklmnop'), 'sample', '' from made`)
  await site.db.execute(sql`analyze`)
  expect((await set([...'ponmlkjihgfedcba'].map((letter) => [letter]))).status).toBe(200)
  expect(await bar()).toEqual([...'ponmlkjihgfedcba'])
  expect((await list()).every((form: string) => form.startsWith('p'))).toBe(true)
  expect((await list('&letter=c')).every((form: string) => form.startsWith('c'))).toBe(true)
  expect(await rowsRead(site, '/api/vocabulary?sort=alphabetical&limit=100&letter=c')).toBeLessThan(1_000)
}, 120_000)
