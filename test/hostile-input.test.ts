import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { AnyOperation } from '#core/operation.ts'
import { operations } from '#src/operations.ts'
import { buildArticle, buildImport } from './build.ts'
import { deep } from './depth.ts'
import { type Answer, cast, testSite } from './harness.ts'
import fc from './property.ts'
import { types } from './types.ts'

// No input may cause a server error.

const site = testSite()
const { person } = cast(site, { person: { roles: ['admin'] } })

const ids: string[] = []

beforeAll(async () => {
  // These requests would exceed an account's limits.
  site.services.limits.take = async () => {}
  for (const { build } of Object.values(types)) ids.push((await build(person)).id)
  ids.push((await person.call('POST', '/api/groups', { name: 'Sample group' })).body.id)
})

const rows = Object.entries(operations).flatMap(([room, group]) =>
  Object.entries(group).map(([name, row]) => ({ name: `${room}.${name}`, row: row as AnyOperation })),
)
/** These operations end sessions. */
const excluded = ['account.logout', 'account.endOtherSessions']

const id = '00000000-0000-7000-8000-000000000000'
const cursors = [
  '\0',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  'x',
  1e308,
  -1,
  '\ud800',
  '',
  '9'.repeat(5000),
].map((value) => ({ value, id }))
const hostile: unknown[] = [
  ...['\0', 'a\0b', '\u001f', '\ud800', '\udc00x', '\u202e', '\r\n', '', ' ', '\\', '%', "'", '__proto__', 'null'],
  ...['0000-01-01T00:00:00Z', '0000-01-01', '9999-12-31T23:59:59Z', '10000-01-01', '+010000-01-01T00:00:00Z'],
  ...['2026-02-30', '2026-01-01T99:99:99Z', 'infinity', 'NaN', '1e400', '-1', '99999999999999999999'],
  ...[-1, 1e308, 2 ** 53, 2 ** 31, 0.1, null, true, [], {}, ['\0'], [[[[]]]], { '\0': 1 }, [null]],
  ...['x'.repeat(20_000), '\ufdfa'.repeat(300), 'data:image/png;base64,%00', '/files/x', 'javascript:alert(1)'],
  ...cursors,
  ...cursors.map((key) => JSON.stringify(key)),
]

type Schema = {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  minimum?: number
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** Generates a value that the schema accepts, as far as the JSON schema describes it. */
function sample(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(sample))
  if (schema.format === 'uuid') return fc.nat().map((at) => ids[at % ids.length])
  if (schema.format === 'date-time') return fc.constant('2026-01-02T03:04:05.678Z')
  if (schema.format === 'date') return fc.constant('2026-01-02')
  if (schema.format === 'email') return fc.constant('sample@site.test')
  if (schema.type === 'object') return fields(schema, 0)
  if (schema.type === 'array') return fc.array(sample(schema.items ?? {}), { maxLength: 2 })
  if (schema.type === 'integer' || schema.type === 'number') return fc.constant(schema.minimum ?? 1)
  if (schema.type === 'boolean') return fc.boolean()
  return fc.constantFrom('sample', '2026-01-02', 'sample text\nof two lines')
}

/** Generates fields of which about one in five is hostile, or none if `hostility` is 0. */
function fields({ properties = {} }: Schema, hostility = 1): fc.Arbitrary<Record<string, unknown>> {
  const one = (schema: Schema) =>
    hostility
      ? fc.oneof({ weight: 4, arbitrary: sample(schema) }, { weight: 1, arbitrary: fc.constantFrom(...hostile) })
      : sample(schema)
  return fc.record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, one(schema)])), {
    requiredKeys: [],
  })
}

function schemaOf(row: AnyOperation): Schema {
  return z.toJSONSchema(row.input, { io: 'input', unrepresentable: 'any' }) as Schema
}

async function ask(row: AnyOperation, input: Record<string, unknown>, ask = person.call): Promise<Answer> {
  const rest = new Map(Object.entries(input))
  const path = row.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name) ?? id
    rest.delete(name)
    return encodeURIComponent(textOf(value)) || 'x'
  })
  if (row.method !== 'GET') return ask(row.method, `/api${path}`, Object.fromEntries(rest))
  const query = new URLSearchParams([...rest].map(([name, value]) => [name, textOf(value)]))
  return ask('GET', `/api${path}?${query}`)
}

function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value ?? '')).toWellFormed()
}

function requireNoFault(answer: Answer, what: unknown) {
  if (answer.status >= 500) throw new Error(`${answer.status}: ${JSON.stringify(what)} ${JSON.stringify(answer.body)}`)
}

describe.each(rows.filter(({ name }) => !excluded.includes(name)))('$name', ({ row }) => {
  test('answers hostile input without an internal error', async () => {
    await fc.assert(
      fc.asyncProperty(fields(schemaOf(row)), async (input) => {
        const answer = await ask(row, input)
        requireNoFault(answer, input)
      }),
      { numRuns: 25 },
    )
  })

  test.runIf(deep)('answers every hostile value of every field without an internal error', async () => {
    const schema = schemaOf(row)
    const [accepted = {}] = fc.sample(fields(schema, 0), 1)
    for (const field of Object.keys(schema.properties ?? {}))
      for (const value of hostile) {
        const input = { ...accepted, [field]: value }
        requireNoFault(await ask(row, input), input)
      }
  })
})

describe('an impossible character or date', () => {
  test.each([
    ['POST', '/api/articles', { title: 'Sample', category: 'Culture', content: 'a\0b' }],
    ['POST', '/api/articles', { title: 'Sample', category: 'Culture', content: 'a', tags: ['a\0b'] }],
    ['POST', '/api/events', { title: 'Sample', tags: ['a\0b'] }],
    ['POST', '/api/media', { title: 'Sample', tags: ['a\0b'] }],
    ['POST', '/api/heritage', { section: 'ceremony', title: 'Sample', body: 'a\0b' }],
    ['POST', '/content?operation=createArticle', { title: 'Sample', category: 'Culture', content: 'a\0b' }],
    ['GET', `/api/groups?lastKey=${encodeURIComponent(`{"value":"a\\u0000","id":"${id}"}`)}`, undefined],
    ['GET', '/api/news?since=0000-01-01T00:00:00Z', undefined],
    ['GET', '/api/articles?q=%00', undefined],
    ['GET', '/content?operation=getArticles&q=%00', undefined],
    ['GET', '/oai?verb=ListRecords&metadataPrefix=oai_dc&set=%00', undefined],
    ['GET', '/search?q=%00', undefined],
    ['GET', '/files/%00', undefined],
    ['GET', '/export/%00.csv', undefined],
    ['GET', '/feed/%00.xml', undefined],
    ['GET', '/events/%00.ics', undefined],
    ['GET', '/articles/%00', undefined],
  ])('in %s %s is refused with 400', async (method, path, body) => {
    expect((await person.call(method, path, body)).status).toBe(400)
  })

  test('in a form sent to /oai is refused with 400', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const form = 'verb=ListRecords&metadataPrefix=oai_dc&set=%00'
    expect((await site.call('POST', '/oai', form, headers)).status).toBe(400)
  })

  test('in a cell invalidates only its row', async () => {
    const file = 'word,english\nsampleone,a\0b\nsampletwo,two\nsamplethree,a\u0001b\n'
    const result = await buildImport(site, person, file)
    expect(result).toMatchObject({ stage: 'checked', counts: { fresh: 1, wrong: 2 } })
  })
})

test('line breaks of every system become newlines, and letters with marks are composed', async () => {
  const article = await buildArticle(person, { title: 'Cafe\u0301', content: 'one\r\ntwo\rthree', tags: ['n\u0303'] })
  expect(article).toMatchObject({ title: 'Café', content: 'one\ntwo\nthree', tags: ['ñ'] })
})

test.each([
  ...['%ff', '%c0%80', '%ed%a0%80', '%', '%zz', '..%2f..%2f', '%5c', '__proto__', '9'.repeat(4000)].flatMap((text) =>
    ['/files/', '/uploads/', '/events/', '/articles/', '/export/', '/feed/', '/sitemap/', '/og/', '/language/'].map(
      (folder) => folder + text,
    ),
  ),
  ...['%ff', '%c0%80', '0000-01-01', '9999-12-31', '-1', '1e400', '%E2%80%AE', '{}', '[]', 'x'.repeat(5000)].flatMap(
    (text) => [
      `/search?q=${text}&type=${text}&page=${text}`,
      `/language/vocabulary?q=${text}&letter=${text}&sort=${text}&lastKey=${text}`,
      `/community/articles?category=${text}&q=${text}&sort=${text}`,
      `/community/events?from=${text}&until=${text}&type=${text}&month=${text}`,
      `/media?type=${text}&q=${text}`,
      `/oai?verb=ListRecords&metadataPrefix=oai_dc&set=${text}&from=${text}&until=${text}`,
      `/oai?verb=ListRecords&resumptionToken=${text}`,
      `/choose-language?to=${text}&back=${text}`,
      `/uploads/${id}?expires=${text}&signature=${text}`,
    ],
  ),
])('%s is answered without a server error', async (path) => {
  requireNoFault(await site.call('GET', path), path)
})
