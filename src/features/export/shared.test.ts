import { beforeAll, expect, test } from 'vitest'
import { cast, testSite } from '#test/harness.ts'

const site = testSite()
const { keeper } = cast(site)

beforeAll(async () => {
  for (const at of [1, 2, 3]) await addWord(`sampleword${at}`)
})

const addWord = (form: string) =>
  keeper.call('POST', '/api/vocabulary', { form, english: 'sample gloss', visibility: 'public' })

const get = (path: string, headers: Record<string, string> = {}) =>
  site.app.request(`http://site.test${path}`, { headers })

test('40 guests who export at the same time share one export, and all who aren’t refused get the complete file', async () => {
  const statements: string[] = []
  const { db } = site.services
  const execute = site.db.select.bind(site.db)
  site.db.select = ((...args: []) => {
    statements.push('select')
    return execute(...args)
  }) as typeof db.select
  const answers = await Promise.all(Array.from({ length: 40 }, () => get('/export/vocabulary.zip')))
  site.db.select = execute
  const sent = answers.filter(({ status }) => status === 200)
  expect(new Set(answers.map(({ status }) => status).filter((status) => status !== 503))).toEqual(new Set([200]))
  const files = await Promise.all(
    sent.map(async (answer) => Buffer.from(await answer.arrayBuffer()).toString('base64')),
  )
  expect(files.length).toBeGreaterThanOrEqual(20)
  expect(new Set(files).size).toBe(1)
  expect(statements.length).toBeGreaterThan(0)
  expect(statements.length).toBeLessThan(10)
})

test('an export contains what was just published, and is compressed on request', async () => {
  expect(await (await get('/export/vocabulary.csv')).text()).not.toContain('samplelater')
  await addWord('samplelater')
  const packed = await get('/export/vocabulary.csv', { 'accept-encoding': 'gzip' })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  const stream = packed.body?.pipeThrough(new DecompressionStream('gzip') as never)
  const plain = await get('/export/vocabulary.csv')
  expect(plain.headers.get('content-encoding')).toBeNull()
  const text = await plain.text()
  expect(text).toContain('samplelater')
  expect(await new Response(stream as BodyInit).text()).toBe(text.replace('\uFEFF', ''))
})

test('an address can have 20 downloads at once, and the next one is refused with Retry-After', async () => {
  const open = await Promise.all(Array.from({ length: 20 }, () => get('/export/vocabulary.zip')))
  const refused = await get('/export/vocabulary.zip')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  await Promise.all(open.map(({ body }) => body?.cancel()))
  const again = await get('/export/vocabulary.zip')
  expect(again.status).toBe(200)
  await again.body?.cancel()
})

test('a HEAD request does not count as a download', async () => {
  for (let turn = 0; turn < 30; turn++) {
    const head = await site.app.request('http://site.test/export/vocabulary.zip', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/zip'])
  }
})

test('an account can make one export at a time', async () => {
  const headers = { authorization: `Bearer ${keeper.token}` }
  const first = await get('/api/auth/account/export', headers)
  expect(first.status).toBe(200)
  expect((await get('/api/export/vocabulary.csv', headers)).status).toBe(503)
  await first.body?.cancel()
  const second = await get('/api/export/vocabulary.csv', headers)
  expect(second.status).toBe(200)
  expect(await second.text()).toContain('samplelater')
})
