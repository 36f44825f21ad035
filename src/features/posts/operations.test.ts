import { describe, expect, test } from 'vitest'
import { buildArticle, buildPoem, buildProduct } from '#test/build.ts'
import { cast, testSite } from '#test/harness.ts'
import { everyPage } from '#test/pages.ts'

const site = testSite()
const { person, moderator } = cast(site, { person: { roles: ['seller'] } })

const titles = async (query = '', by = person): Promise<string[]> =>
  (await everyPage(by, `/api/posts?limit=2${query}`)).map(({ title }) => title)

function saveDraft(title: string, kind = 'event') {
  const body = { kind, title, fields: {}, deviceId: crypto.randomUUID() }
  return person.call('PUT', `/api/drafts/${crypto.randomUUID()}`, body)
}

describe('My posts', () => {
  test('lists entries of every kind and state together with drafts, newest first, page by page', async () => {
    await buildArticle(person, { title: 'Sample article' })
    await saveDraft('Sample event')
    const poem = await buildPoem(person, { title: 'Sample poem' })
    await buildProduct(person, { name: 'Sample product', state: 'draft' })
    await person.call('POST', '/api/suggestions', { section: 'story', text: 'Zqgiven' })
    await buildPoem(moderator, { title: 'Zqforeign' })
    await moderator.call('PATCH', `/api/poems/${poem.id}`, { state: 'hidden', reason: 'Sample reason' })
    expect(await titles()).toEqual(['Sample product', 'Sample poem', 'Sample event', 'Sample article'])
    expect(await titles('&state=published')).toEqual(['Sample article'])
    expect(await titles('&state=drafts')).toEqual(['Sample product', 'Sample event'])
    expect(await titles('&state=hidden')).toEqual(['Sample poem'])
    expect(await titles('', moderator)).toEqual(['Zqforeign'])
    const { body } = await person.call('GET', '/api/posts')
    expect(body.items).toMatchObject([
      { source: 'entry', kind: 'product', state: 'draft', hiddenReason: null },
      { source: 'entry', kind: 'poem', state: 'hidden', hiddenReason: 'Sample reason', visibility: 'public' },
      { source: 'draft', kind: 'event', state: 'draft', visibility: null, limited: false, unlisted: false },
      { source: 'entry', kind: 'article', state: 'published', visibility: 'public' },
    ])
  })

  test('refuses keys of other lists and unknown states', async () => {
    for (const value of ['x', 5, '0000-01-01T00:00:00Z']) {
      const key = encodeURIComponent(JSON.stringify({ value, id: crypto.randomUUID() }))
      for (const state of ['', '&state=published', '&state=drafts'])
        expect((await person.call('GET', `/api/posts?lastKey=${key}${state}`)).status).toBe(400)
    }
    expect((await person.call('GET', '/api/posts?state=closed')).status).toBe(400)
  })

  test('shows which posts guests can’t find until the email is confirmed', async () => {
    Object.assign(site.services.mail, { kind: 'smtp' })
    const newcomer = await site.person({ unconfirmed: true })
    await buildPoem(newcomer, { title: 'Sample unlisted' })
    const { body } = await newcomer.call('GET', '/api/posts')
    expect(body.items).toMatchObject([{ title: 'Sample unlisted', unlisted: true, state: 'published' }])
  })
})
