import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import type { Context as HonoContext } from 'hono'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Caller, Context } from '#core/context.ts'
import type { AnyOperation, Table } from '#core/operation.ts'
import { operations } from '#src/operations.ts'
import { cast, testSite } from '#test/harness.ts'
import { largestBody, openBodies } from './bodies.ts'

const site = testSite({ maxUploadMb: 1 })
const { member } = cast(site)

const kilobytes = (count: number) => 'x'.repeat(count * 1024)

/** Returns the options of a request whose body throws when it is read. */
function unreadable(): RequestInit {
  const body = new ReadableStream(
    {
      pull() {
        throw new Error('the body was read')
      },
    },
    { highWaterMark: 0 },
  )
  return { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } } as RequestInit
}

describe('a body that is refused', () => {
  test('is not read for a guest', async () => {
    const answer = await site.app.request('http://site.test/api/articles', unreadable())
    expect(answer.status).toBe(401)
    const spec = await site.app.request('http://site.test/content?operation=createArticle', unreadable())
    expect(spec.status).toBe(401)
  })

  test('is not read for a member without the role', async () => {
    const init = unreadable()
    init.headers = { ...init.headers, authorization: `Bearer ${member.token}` }
    expect((await site.app.request('http://site.test/api/artifacts', init)).status).toBe(403)
  })

  test('is not read if its announced length is too large', async () => {
    const init = unreadable()
    init.headers = { ...init.headers, 'content-length': '70000' }
    expect((await site.app.request('http://site.test/api/auth/login', init)).status).toBe(413)
  })

  test('gets a 401 if a guest sends 11 MB of JSON, and a 413 if it has 2 MB at /auth/login', async () => {
    const hostile = (megabytes: number) => `{"x":[${'{},'.repeat(megabytes * 350_000)}{}]}`
    expect((await site.call('POST', '/api/articles', hostile(11))).status).toBe(401)
    const logins = await Promise.all(Array.from({ length: 8 }, () => site.call('POST', '/auth/login', hostile(2))))
    expect(logins.map(({ status }) => status)).toEqual(Array(8).fill(413))
  })
})

describe('the size limit of a body', () => {
  test('is 64 KB unless the operation declares another one', async () => {
    const answer = await site.call('POST', '/api/auth/login', { email: 'a@site.test', password: kilobytes(65) })
    expect([answer.status, answer.body.code]).toEqual([413, 'too_large'])
    expect(answer.body.error).toContain('64 KB')
    const fits = await site.call('POST', '/api/auth/login', { email: 'a@site.test', password: kilobytes(60) })
    expect(fits.status).toBe(400)
  })

  test('is 512 KB for long texts, and 1.4 times an upload for data URLs', async () => {
    const long = await member.call('POST', '/api/media/x/transcripts', { text: kilobytes(600) })
    expect(long.status).toBe(413)
    const fits = await member.call('POST', '/api/media/x/transcripts', { text: kilobytes(400) })
    expect(fits.status).toBe(404)
    const article = { title: 'Sample title', category: 'Culture', content: 'x' }
    const cover = await member.call('POST', '/api/articles', { ...article, coverImage: kilobytes(1400) })
    expect(cover.status).toBe(400)
    expect((await member.call('POST', '/api/articles', { ...article, coverImage: kilobytes(1500) })).status).toBe(413)
    const spec = await member.call('POST', '/content?operation=createArticle', { coverImage: kilobytes(1500) })
    expect(spec.status).toBe(413)
  })

  test('is stated in the API description', async () => {
    const { body } = await site.call('GET', '/api/openapi.json')
    const descriptionOf = (path: string) => body.paths[path].post.requestBody.description
    expect(descriptionOf('/api/auth/login')).toContain('65536')
    expect(descriptionOf('/api/articles')).toContain(String(Math.floor(1.4 * 1024 * 1024)))
    expect(descriptionOf('/api/media/{id}/transcripts')).toContain('524288')
  })

  test('is enough for the longest input of every operation that limits its fields', () => {
    const rows = Object.entries(operations as Table).flatMap(([group, table]) =>
      Object.entries(table).map(([name, row]) => [`${group}.${name}`, row] as const),
    )
    const tooSmall = rows.filter(
      ([, row]) => row.method !== 'GET' && longest(row) > largestBody(row, row.permission !== 'public', 1024 ** 2),
    )
    expect(tooSmall.map(([name]) => name)).toEqual([])
  })
})

test('forms of one guest that arrive slowly leave memory for others', async () => {
  const bodies = openBodies(1024 ** 2)
  const ends: (() => void)[] = []
  const send = (address: string) => {
    let isRead = false
    const start = (controller: ReadableStreamDefaultController) => {
      ends.push(() => controller.error(new Error('Sample hang-up')))
    }
    const pull = () => {
      isRead = true
    }
    const body = new ReadableStream({ start, pull }, { highWaterMark: 0 })
    const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
    const request = new Request('http://site.test/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    const form = bodies.form(request, [], { address } as Caller).catch(() => {})
    return { form, isRead: () => isRead }
  }
  const sent = [...Array(65).fill('192.0.2.1'), '192.0.2.2'].map(send)
  await setImmediate()
  expect(sent.map((one) => one.isRead())).toEqual([...Array(64).fill(true), false, true])
  for (const end of ends) end()
  await Promise.all(sent.map(({ form }) => form))
})

test('small texts do not wait for large ones, which take turns', async () => {
  const bodies = openBodies(1024 ** 2)
  const handled: number[] = []
  const read = async (size: number, name: string) => {
    const text = JSON.stringify('x'.repeat(size * 1024))
    const headers = { 'content-length': String(text.length + 10) }
    const raw = new Request('http://site.test/', { method: 'PUT', headers, body: `{"fields":${text}}` })
    const c = { req: { raw } } as HonoContext
    const ctx = {
      viewer: { id: name, emailVerified: true },
      disk: { requireRoom: async () => {} },
    } as unknown as Context
    const { release } = await bodies.read(c, operations.draft.save as unknown as AnyOperation, ctx)
    handled.push(size)
    return release
  }
  const large = ['a', 'b', 'c'].map((name) => read(300, name))
  const [first] = await Promise.all(large.slice(0, 2))
  await read(10, 'd')
  expect(handled).toEqual([300, 300, 10])
  first?.()
  await large[2]
  expect(handled).toEqual([300, 300, 10, 300])
})

/** Returns the bytes of the longest limited field, at two bytes per character. */
function longest(row: AnyOperation): number {
  return 2 * longestIn(z.toJSONSchema(row.input, { io: 'input', unrepresentable: 'any' }) as Schema)
}

type Schema = { maxLength?: number; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }

function longestIn({ maxLength = 0, properties = {}, items, anyOf = [] }: Schema): number {
  const inner = [...Object.values(properties), ...(items ? [items] : []), ...anyOf]
  return Math.max(maxLength, ...inner.map(longestIn))
}

// Without limits, these texts blocked the event loop for up to 13 seconds. `npm run drill -- attack` requires 100 ms.
test.each(['<', '<b><i>', '<ul><li>', '&', '&lt;', '<p ', '<a href="', '\ufdfa', 'e\u0301', '<!--', '</p>'])(
  'an article of 500,000 characters of %j does not block other requests',
  async (piece) => {
    const content = `x${piece.repeat(499_000 / piece.length)}`
    const delay = monitorEventLoopDelay({ resolution: 10 })
    delay.enable()
    const article = { title: 'Sample title', category: 'Culture', visibility: 'members', content }
    const answers = await Promise.all(Array.from({ length: 5 }, () => member.call('POST', '/api/articles', article)))
    delay.disable()
    for (const { status } of answers) expect([201, 400, 413]).toContain(status)
    expect(delay.max / 1e6).toBeLessThan(1000)
  },
)
