import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { entries } from '#content/entry/table.ts'
import { accounts, dailySums } from '#core/tables.ts'
import { jobContextOf } from '#server/jobs/jobs.ts'
import { openCounters } from '#server/observability/counters.ts'
import { buildArticle } from '#test/build.ts'
import { cast, testSite } from '#test/harness.ts'
import { jobs } from './jobs.ts'

const site = testSite()
const { admin } = cast(site)

beforeEach(async () => {
  await site.runJobs({ copies: true })
  await site.counters.write()
  await site.db.delete(dailySums)
})
afterEach(() => vi.useRealTimers())

const phone = 'Mozilla/5.0 (Linux; Android 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36'
const opens = { accept: 'text/html,*/*', 'user-agent': phone, 'sec-fetch-dest': 'document' }
const read = async (range = 'week') => (await admin.call('GET', `/api/admin/figures?range=${range}`)).body
const last = (steps: number[]) => steps.at(-1) ?? 0

async function visits() {
  await site.counters.write()
  const rows = await site.db.select().from(dailySums).where(eq(dailySums.kind, 'visit')).orderBy(dailySums.day)
  return rows.map(({ day, name, amount }) => [day, name, amount])
}

describe('page views', () => {
  test('are counted exactly by day and route, whether rendered, cached or answered from memory, on every instance', async () => {
    const article = await buildArticle(admin)
    const other = openCounters(site.db)
    const burst = Array.from({ length: 150 }, async (_, at) => {
      if (at < 50) await site.call('GET', `/articles/${article.id}?from=${at}`, undefined, opens)
      else if (at < 100) await site.usage.opened({ url: `/articles/${article.id}`, headers: opens })
      else other.add('visit', '/articles/:id')
      if (at % 10 === 0) await Promise.all([site.counters.write(), other.write()])
    })
    await Promise.all(burst)
    await Promise.all([site.counters.write(), other.write()])
    const [row] = await visits()
    expect(row?.slice(1)).toEqual(['/articles/:id', 150])
    const { visits: chart } = await read()
    expect([last(chart.steps), chart.most]).toEqual([150, [{ name: '/articles/:id', count: 150 }]])
  })

  test.each([
    ['a search engine', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
    ['a headless browser', { 'user-agent': phone.replace('Chrome', 'HeadlessChrome') }],
    ['a program without a name', { 'user-agent': '' }],
    ['what a page or a worker fetches by itself', { 'sec-fetch-dest': 'empty' }],
    ['a frame', { 'sec-fetch-dest': 'iframe' }],
    ['a request for something other than a page', { 'sec-fetch-dest': '', accept: '*/*' }],
  ])('leave out %s', async (_, headers) => {
    expect((await site.call('GET', '/about', undefined, { ...opens, ...headers })).status).toBe(200)
    await site.usage.opened({ url: '/about', headers: { ...opens, ...headers } })
    expect(await visits()).toEqual([])
  })

  test('exclude missing pages, API calls, files and HEAD requests', async () => {
    for (const path of ['/nowhere', '/articles/00000000-0000-7000-8000-000000000000', '/api/articles', '/icon.svg'])
      await site.call('GET', path, undefined, opens)
    await site.call('HEAD', '/about', undefined, opens)
    expect(await visits()).toEqual([])
  })

  test('include revalidated pages, and old browsers by their Accept header', async () => {
    const { 'sec-fetch-dest': _, ...old } = opens
    const { headers } = await site.call('GET', '/about', undefined, old)
    const again = { ...opens, 'if-none-match': headers.get('etag') ?? '' }
    expect((await site.call('GET', '/about', undefined, again)).status).toBe(304)
    expect((await visits())[0]?.slice(1)).toEqual(['/about', 2])
  })

  test('are counted for the day in Nairobi', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T20:59:59.900Z') })
    await site.usage.opened({ url: '/', headers: opens })
    vi.setSystemTime(new Date('2026-03-01T21:00:00Z'))
    await site.usage.opened({ url: '/', headers: opens })
    await site.usage.opened({ url: '/', headers: opens })
    expect(await visits()).toEqual([
      ['2026-03-01', '/', 1],
      ['2026-03-02', '/', 2],
    ])
    const { visits: chart, from } = await read()
    expect([from.slice(-2), chart.steps.slice(-2)]).toEqual([
      ['2026-03-01', '2026-03-02'],
      [1, 2],
    ])
  })

  test('wait in memory while the database is unavailable', async () => {
    await site.db.execute(sql`alter table daily_sums rename to gone`)
    await site.usage.opened({ url: '/about', headers: opens })
    await site.counters.write()
    await site.db.execute(sql`alter table gone rename to daily_sums`)
    expect((await visits())[0]?.slice(1)).toEqual(['/about', 1])
  })
})

describe('analytics', () => {
  test('are visible to admins only', async () => {
    const member = await site.person({ roles: ['keeper', 'moderator', 'seller'] })
    expect((await member.call('GET', '/api/admin/figures')).status).toBe(403)
    expect((await site.call('GET', '/api/admin/figures')).status).toBe(401)
    expect((await admin.call('GET', '/api/admin/figures?range=century')).status).toBe(400)
  })

  test.each([
    ['week', 7, 1],
    ['month', 30, 1],
    ['year', 52, 7],
  ])('for a %s have %i steps of %i day(s), and every day is in one of them', async (range, count, days) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-15T09:00:00Z') })
    const day = (ago: number) => new Date(Date.parse('2026-06-15') - ago * 86_400_000).toISOString().slice(0, 10)
    const rows = Array.from({ length: count * days + 3 }, (_, ago) => ({ day: day(ago), amount: 1 }))
    await site.db.insert(dailySums).values(rows.map((row) => ({ ...row, kind: 'visit' as const, name: '/' })))
    const { from, visits, members } = await read(range)
    expect(visits.steps).toEqual(Array(count).fill(days))
    expect([from.length, from[0], from.at(-1), members.steps.length]).toEqual([
      count,
      day(count * days - 1),
      day(days - 1),
      count,
    ])
  })

  test('show totals of members, posts and files, and their growth', async () => {
    const before = await read()
    const person = await site.person()
    const old = await site.person()
    const long = new Date(Date.now() - 100 * 86_400_000).toISOString()
    await site.db.update(accounts).set({ createdAt: long }).where(eq(accounts.id, old.id))
    const post = await buildArticle(person)
    await buildArticle(person, { state: 'draft' })
    await site.db.update(entries).set({ publishedAt: long }).where(eq(entries.id, post.id))
    await buildArticle(person, { coverImage: `data:image/png;base64,${pixel}` })
    const after = await read()
    const grew = (name: string) => [
      after[name].total - before[name].total,
      last(after[name].steps) - last(before[name].steps),
    ]
    expect([grew('members'), grew('posts')]).toEqual([
      [2, 1],
      [2, 1],
    ])
    const bytes = Buffer.from(pixel, 'base64').length
    expect(grew('storage')).toEqual([bytes, bytes])
  })

  test('show how requests, emails and jobs ended', async () => {
    const person = await site.person({ unconfirmed: true })
    await site.mails()
    await site.db.execute(sql`alter table vocabulary rename to gone`)
    expect((await site.call('GET', '/api/vocabulary?q=one')).status).toBe(500)
    await site.db.execute(sql`alter table gone rename to vocabulary`)
    await site.call('GET', '/api/vocabulary?q=one')
    let clock = 0
    const slowly = vi.spyOn(performance, 'now').mockImplementation(() => {
      clock += 1001
      return clock
    })
    await person.call('GET', '/api/auth/profile')
    slowly.mockRestore()
    await site.counters.write()
    const { errors, slow, mail, jobs } = await read()
    expect([errors.most, last(errors.steps)]).toEqual([[{ name: 'GET /api/vocabulary', count: 1, of: 2 }], 1])
    expect([slow.most, last(slow.steps)]).toEqual([[{ name: 'GET /api/auth/profile', count: 1, of: 1 }], 1])
    expect([last(mail.steps), mail.failed]).toEqual([1, 0])
    expect([last(jobs.steps), jobs.most, jobs.waiting, jobs.failed]).toEqual([1, [], 0, 0])
  })

  test('are stored for as long as a chart shows them', async () => {
    const row = { kind: 'visit' as const, name: '/', amount: 1 }
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    await site.db.insert(dailySums).values([
      { ...row, day: ago(365) },
      { ...row, day: ago(402) },
    ])
    await jobs['figures:sweep']?.run(jobContextOf(site.services, new AbortController().signal), {})
    expect((await visits()).map(([day]) => day)).toEqual([ago(365)])
  })
})

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
