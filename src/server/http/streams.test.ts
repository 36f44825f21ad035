import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { entries } from '#content/entry/table.ts'
import { buildArticle, buildPoem } from '#test/build.ts'
import { cast, origin, type Person, testSite } from '#test/harness.ts'
import { after } from '#test/pages.ts'
import { contentChannel } from './context.ts'

const site = testSite({ membership: 'approval' })
const { author, member, waiting, keeper } = cast(site, {
  author: { roles: ['moderator'] },
  member: { roles: ['seller'] },
  waiting: {},
})

beforeAll(async () => {
  await site.hear()
  const admin = await site.person({ roles: ['admin'] })
  expect(admin.id).toBeTruthy()
})

/** Listens as `person`; collects what was sent and whether the stream has ended. */
async function listenAs(person: Person) {
  const response = await site.app.request(`${origin}/api/stream`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const heard = { text: '', ended: false, stop: async () => {} }
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  heard.stop = () => reader.cancel()
  void (async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      heard.text += Buffer.from(value).toString()
    }
    heard.ended = true
  })()
  return heard
}

/** Sends a last piece of news to everyone, and waits until `listeners` have received it and so everything before it. */
async function tellLast(...listeners: { text: string }[]) {
  const before = listeners.map(({ text }) => text.length)
  const news = [{ type: 'last', visibility: 'public', groups: [], authorId: null }]
  await site.db.execute(sql`select pg_notify(${contentChannel}, ${JSON.stringify(news)})`)
  for (const [at, heard] of listeners.entries())
    await expect.poll(() => typesIn(heard.text.slice(before[at])), patience).toContain('last')
}

const patience = { timeout: 20_000 }
const typesIn = (text: string) => [...text.matchAll(/^data: (.+)$/gm)].map((match) => match[1])

test('a guest and an invalid token can’t open a stream', async () => {
  expect((await site.call('GET', '/api/stream')).status).toBe(401)
  expect((await site.call('GET', '/api/stream', undefined, { authorization: 'Bearer nonsense' })).status).toBe(401)
})

describe('an event', () => {
  test('contains only the type, for people who may see the entry', async () => {
    const people = { author, member, waiting, keeper }
    const heard = Object.fromEntries(
      await Promise.all(Object.entries(people).map(async ([name, person]) => [name, await listenAs(person)] as const)),
    )
    const article = await buildArticle(author, { title: 'Unheard title', visibility: 'members' })
    await buildPoem(author, { visibility: 'public' })
    await author.call('POST', '/api/suggestions', { section: 'stories', text: 'Unheard text' })
    await buildArticle(author, { state: 'draft', visibility: 'public' })
    await tellLast(...Object.values(heard))
    const types = Object.fromEntries(Object.entries(heard).map(([name, { text }]) => [name, typesIn(text)]))
    expect(types).toEqual({
      author: ['last'],
      member: ['article', 'poem', 'last'],
      waiting: ['poem', 'last'],
      keeper: ['article', 'poem', 'suggestion', 'last'],
    })
    for (const { text } of Object.values(heard)) {
      expect(text).not.toContain(article.id)
      expect(text).not.toContain(author.id)
      expect(text).toMatch(/^(:\n\n|id: \d{4}-\d\d-\d\dT[\d:.]+Z\ndata: [a-z,]+\n\n)*$/)
    }
    for (const { stop } of Object.values(heard)) await stop()
  })

  test('is sent when a draft is published, and not for changes', async () => {
    const draft = await buildArticle(author, { state: 'draft', visibility: 'public' })
    const heard = await listenAs(member)
    await author.call('PATCH', `/api/articles/${draft.id}`, { title: 'Still a draft' })
    await author.call('PATCH', `/api/articles/${draft.id}`, { state: 'published' })
    await author.call('PATCH', `/api/articles/${draft.id}`, { title: 'Changed' })
    await tellLast(heard)
    expect(typesIn(heard.text)).toEqual(['article', 'last'])
    await heard.stop()
  })

  test('is not sent for a refused write', async () => {
    const heard = await listenAs(member)
    const body = { title: 'x', category: 'y', content: '<p>z</p>', coverImage: '/files/nothing', visibility: 'public' }
    expect((await author.call('POST', '/api/articles', body)).status).toBe(400)
    await tellLast(heard)
    expect(typesIn(heard.text)).toEqual(['last'])
    await heard.stop()
  })
})

/**
 * Holds back the checks of streams that are opened from now on. Returns a function that runs those of the next three
 * seconds.
 */
function holdChecks(): () => void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return () => {
    vi.advanceTimersByTime(3_000)
    // Otherwise `expect.poll` would advance the clock.
    vi.useRealTimers()
  }
}

describe('a stream', () => {
  test('ends within seconds after its session has ended', async () => {
    const leaver = await site.person({ roles: ['seller'] })
    const check = holdChecks()
    const heard = await listenAs(leaver)
    await leaver.call('POST', '/api/auth/logout')
    check()
    await expect.poll(() => heard.ended, patience).toBe(true)
  })

  test('stops sending news of entries that the viewer may no longer see', async () => {
    const [admin, former] = [await site.person({ roles: ['admin'] }), await site.person({ roles: ['keeper'] })]
    const check = holdChecks()
    const heard = await listenAs(former)
    await admin.call('PATCH', `/api/members/${former.id}`, { roles: [] })
    check()
    // The new access is read from the database meanwhile, so the first suggestion may still arrive.
    const hearSuggestion = async () => {
      const before = heard.text.length
      await author.call('POST', '/api/suggestions', { section: 'stories', text: 'Sample' })
      await tellLast(heard)
      return typesIn(heard.text.slice(before))
    }
    await expect.poll(hearSuggestion, patience).toEqual(['last'])
    await heard.stop()
  })

  test('ends if it is the oldest of too many streams of one session', async () => {
    const heard = [await listenAs(keeper), await listenAs(keeper), await listenAs(keeper)]
    await tellLast(...heard.slice(1))
    await expect.poll(() => heard.map(({ ended }) => ended), patience).toEqual([true, false, false])
    for (const { stop } of heard.slice(1)) await stop()
  })

  test('ends when the server stops, after which new ones end immediately', async () => {
    const heard = await listenAs(member)
    site.streams.stop()
    await expect.poll(() => heard.ended, patience).toBe(true)
    const late = await listenAs(member)
    await expect.poll(() => late.ended, patience).toBe(true)
  })
})

describe('news since a time', () => {
  const since = async (person: Person, moment?: string) =>
    (await person.call('GET', `/api/news${moment ? `?since=${moment}` : ''}`)).body

  test('lists the types of others’ entries that the caller may see', async () => {
    // The time in the answer is slightly in the past, so the entries of the other tests would count as new.
    await site.db.update(entries).set({ publishedAt: sql`${entries.publishedAt} - interval '1 hour'` })
    const { now, types } = await since(member)
    expect(types).toEqual([])
    expect((await since(member, now)).types).toEqual([])
    await buildArticle(author, { visibility: 'members' })
    expect((await since(member, now)).types).toEqual(['article'])
    expect((await since(author, now)).types).toEqual([])
    expect((await since(waiting, now)).types).toEqual([])
    expect((await site.call('GET', '/api/news')).status).toBe(401)
    expect((await member.call('GET', '/api/news?since=yesterday')).status).toBe(400)
  })
})

test('a list has no duplicates or gaps while two people post and a third pages through it', async () => {
  for (let i = 0; i < 9; i++) await buildArticle(author, { title: `Before ${i}`, visibility: 'members' })
  const list = async (lastKey?: unknown) =>
    (await member.call('GET', `/api/articles?limit=4${lastKey ? `&${after(lastKey)}` : ''}`)).body
  const seen: string[] = []
  let page = await list()
  const existing = (await member.call('GET', '/api/articles?limit=100')).body.items.map(
    (item: { id: string }) => item.id,
  )
  for (;;) {
    seen.push(...page.items.map((item: { id: string }) => item.id))
    if (!page.lastKey) break
    const [next] = await Promise.all([
      list(page.lastKey),
      buildArticle(author, { visibility: 'members' }),
      buildArticle(keeper, { visibility: 'members' }),
    ])
    page = next
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toEqual(existing)
  const [newest] = (await list()).items
  expect(seen).not.toContain(newest.id)
})
