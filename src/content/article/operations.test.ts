import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { files } from '#content/media/table.ts'
import { accounts } from '#core/tables.ts'
import { buildArticle } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { after, everyPage } from '#test/pages.ts'
import fc from '#test/property.ts'
import { pixel } from '#test/samples.ts'

const site = testSite()
const { author, other, admin } = cast(site)

const listAll = async (query = '', by: Pick<Person, 'call'> = site): Promise<string[]> =>
  (await everyPage(by, `/api/articles?limit=3${query}`)).map(({ id }) => id)

describe('posting', () => {
  test('returns every field, with cleaned content and a shortened excerpt', async () => {
    const long = 'é'.repeat(250)
    const article = await buildArticle(author, {
      title: '  Sample title  ',
      content: `<h1>Head</h1><p onclick="x()">${long}</p><script>alert(1)</script><a href="javascript:x()">l</a>`,
      tags: [' one ', 'one', 'ONE', '', 'two', 'Two'],
    })
    expect(article).toMatchObject({
      title: 'Sample title',
      category: 'Culture',
      categories: [{ id: 'culture', name: 'Culture' }],
      tags: ['one', 'two'],
      likes: 0,
      liked: false,
      coverImage: null,
      state: 'published',
      author: { id: author.id, name: 'Sample Author' },
    })
    expect(article.content).toBe(`<h2>Head</h2><p>${long}</p><a rel="nofollow ugc noopener">l</a>`)
    expect([...article.excerpt].length).toBe(200)
    expect(article.publishedAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  })

  test('a members-only article is listed for members but not for people waiting to be admitted, even if their requests alternate', async () => {
    const waiting = await site.person()
    await site.db.update(accounts).set({ admittedAt: null }).where(eq(accounts.id, waiting.id))
    const { id } = await buildArticle(author, { visibility: 'members' })
    const sees = async (person: Person) => (await listAll('', person)).includes(id)
    const { membership } = site.services.site
    site.services.site.membership = 'approval'
    try {
      for (const _ of [1, 2]) expect([await sees(other), await sees(waiting)]).toEqual([true, false])
    } finally {
      site.services.site.membership = membership
    }
  })

  test('is for members only by default', async () => {
    const { body } = await author.call('POST', '/api/articles', { title: 'Members', category: 'Culture', content: 'x' })
    expect(body.visibility).toBe('members')
    expect((await site.call('GET', `/api/articles/${body.id}`)).status).toBe(404)
    expect((await other.call('GET', `/api/articles/${body.id}`)).status).toBe(200)
    expect(await listAll()).not.toContain(body.id)
  })

  test.each([
    [{}, ['title', 'category', 'content']],
    [{ title: '   ', category: 'Culture', content: 'x' }, ['title']],
    [{ title: 'x'.repeat(201), category: 'Culture', content: 'x' }, ['title']],
    [{ title: 'x', category: 'Culture', content: 'x'.repeat(1_000_001) }, ['content']],
    [{ title: 'x', category: 'Culture', content: '<script>only</script>' }, ['content']],
    [{ title: 7, category: 'Culture', content: 'x' }, ['title']],
    [{ title: 'a\u0001b', category: 'Culture', content: 'x' }, ['title']],
    [{ title: 'x', category: 'Culture', content: 'x', visibility: 'keepers' }, ['visibility']],
    [{ title: 'x', category: 'Culture', content: 'x', state: 'hidden' }, ['state']],
    [{ title: 'x', category: 'Culture', content: 'x', coverImage: 'https://elsewhere.test/a.png' }, ['coverImage']],
    [{ title: 'x', category: 'Culture', content: 'x', tags: 'one' }, ['tags']],
  ])('refuses %j and names the invalid fields', async (input, fields) => {
    const answer = await author.call('POST', '/api/articles', input)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toBeTruthy()
    expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toEqual(fields)
  })

  test('ignores fields that the author can’t set', async () => {
    const article = await buildArticle(author, {
      id: author.id,
      likes: 99,
      authorId: other.id,
      createdAt: '1999-01-01',
    })
    expect(article.likes).toBe(0)
    expect(article.author.id).toBe(author.id)
    expect(article.id).not.toBe(author.id)
  })

  test('leaves only the allowed tags, without scripts in attributes, whatever is typed', async () => {
    const { cleanHtml } = await import('#content/entry/write/html.ts')
    const pieces = [
      '<',
      '>',
      'script',
      'img src=x onerror=',
      '"',
      "'",
      'style=',
      'javascript:',
      '&lt;',
      '/',
      'svg',
      'p',
      ' ',
    ]
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 30 }), (parts) => {
        const { html } = cleanHtml(parts.join(''), 'http://site.test')
        expect(html).not.toMatch(/<(?!\/?(p|h[234]|strong|em|u|s|ul|ol|li|blockquote|a|img|br|hr)\b)/i)
        expect(html).not.toMatch(/<[^>]+\son\w+\s*=|<[^>]+javascript:/i)
      }),
    )
  })
})

describe('a cover and pictures', () => {
  test('a data URL becomes a file of the entry, visible to everyone who can see the entry', async () => {
    const article = await buildArticle(author, { coverImage: pixel, visibility: 'members' })
    expect(article.cover).toMatchObject({ kind: 'image', contentType: 'image/png', width: 1, height: 1 })
    await site.runJobs({ copies: true })
    expect((await site.call('GET', article.coverImage)).status).toBe(404)
    expect((await other.call('GET', article.coverImage)).status).toBe(200)
    await author.call('PATCH', `/api/articles/${article.id}`, { visibility: 'public' })
    expect((await site.call('GET', article.coverImage)).status).toBe(200)
  })

  test('a picture in the text must be the writer’s own upload; others are dropped or refused', async () => {
    const first = await buildArticle(author, { coverImage: pixel })
    const stolen = await other.call('POST', '/api/articles', {
      title: 'x',
      category: 'Culture',
      content: `<p>x</p><img src="${first.coverImage}">`,
    })
    expect(stolen.status).toBe(400)
    const outside = await buildArticle(author, { content: '<p>x</p><img src="https://elsewhere.test/pixel.gif">' })
    expect(outside.content).toBe('<p>x</p>')
  })

  test('changing the cover deletes the old file, and deleting the article deletes all its files', async () => {
    const article = await buildArticle(author, { coverImage: pixel })
    const changed = await author.call('PATCH', `/api/articles/${article.id}`, { coverImage: pixel })
    expect(changed.body.coverImage).not.toBe(article.coverImage)
    expect((await author.call('GET', article.coverImage)).status).toBe(404)
    await author.call('DELETE', `/api/articles/${article.id}`)
    await site.runJobs()
    const ids = [article.coverImage, changed.body.coverImage].map((url: string) => url.slice('/files/'.length))
    for (const id of ids) expect(await site.db.select().from(files).where(eq(files.id, id))).toEqual([])
  })
})

describe('changing and deleting', () => {
  test('a draft is visible only to its author until it is published', async () => {
    const draft = await buildArticle(author, { state: 'draft' })
    expect(draft.publishedAt).toBeNull()
    expect((await other.call('GET', `/api/articles/${draft.id}`)).status).toBe(404)
    expect((await admin.call('GET', `/api/articles/${draft.id}`)).status).toBe(404)
    expect(await listAll('&state=draft', author)).toContain(draft.id)
    expect(await listAll('&state=draft', other)).toEqual([])
    expect(await listAll('&state=draft')).toEqual([])
    const { body } = await author.call('PATCH', `/api/articles/${draft.id}`, { state: 'published' })
    expect(body.publishedAt).toBeTruthy()
    expect(await listAll()).toContain(draft.id)
  })

  test.each(['00000000-0000-7000-8000-000000000000', 'nonsense'])('an unknown id (%s) is 404', async (id) => {
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const answer = await author.call(method, `/api/articles/${id}`, method === 'GET' ? undefined : {})
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    }
  })
})

test.each([
  ['public', []],
  ['members', ['Only members can open this link.', 'Only members can open this link.']],
] as const)(
  'the page of an article for %s says beside WhatsApp and under Share who can open it',
  async (visibility, words) => {
    const { id } = await buildArticle(author, { visibility })
    const { body } = await site.call('GET', `/articles/${id}`, undefined, { cookie: `session=${author.token}` })
    expect(body).toContain('Send on WhatsApp')
    expect(body.match(/Only \w+ can open this link\./g) ?? []).toEqual(words)
  },
)

describe('likes', () => {
  test('count each member once, even if they like repeatedly or at the same time', async () => {
    const { id } = await buildArticle(author)
    await Promise.all(Array.from({ length: 8 }, () => other.call('PUT', `/api/articles/${id}/like`)))
    await author.call('PUT', `/api/articles/${id}/like`)
    const { body } = await other.call('GET', `/api/articles/${id}`)
    expect([body.likes, body.liked]).toEqual([2, true])
    expect((await site.call('GET', `/api/articles/${id}`)).body.liked).toBe(false)
    await other.call('DELETE', `/api/articles/${id}/like`)
    const again = await other.call('DELETE', `/api/articles/${id}/like`)
    expect(again.body).toEqual({ likes: 1, liked: false })
  })
})

describe('the list', () => {
  test('finds words of the title and the text by their beginnings, ignoring diacritics and case', async () => {
    const { id } = await buildArticle(author, { title: 'Unüsual Quokka', content: '<p>A zebrafinch text</p>' })
    for (const q of ['unusual', 'QUOK', 'zebraf quokka']) expect(await listAll(`&q=${q}`)).toEqual([id])
    expect(await listAll('&q=zebra%20nothere')).toEqual([])
    expect((await site.call('GET', `/api/articles?q=${encodeURIComponent("a' & | ! :* (")}`)).status).toBe(200)
  })

  test('filters by categories, and lists members’ own categories under Other', async () => {
    const own = await buildArticle(author, { category: 'Sample category' })
    const history = await buildArticle(author, { category: 'History' })
    expect(await listAll('&category=Other')).toEqual([own.id])
    expect(await listAll('&category=Other&category=History')).toEqual([history.id, own.id])
  })

  test.each(['latest', 'oldest', 'popular'])('sorted by %s, repeats and misses nothing', async (sort) => {
    for (let i = 0; i < 7; i++) await buildArticle(author, { title: `Paged ${i}` })
    const ids = await listAll(`&sort=${sort}&q=paged`)
    expect(new Set(ids).size).toBe(ids.length)
    const all = await site.call('GET', `/api/articles?limit=100&sort=${sort}&q=paged`)
    expect(ids).toEqual(all.body.items.map((item: { id: string }) => item.id))
  })

  test('a page continues where the previous one ended, even while others post', async () => {
    const first = await site.call('GET', '/api/articles?limit=3')
    await buildArticle(author, { title: 'Posted meanwhile' })
    const second = await site.call('GET', `/api/articles?limit=3&${after(first.body.lastKey)}`)
    const seen = [...first.body.items, ...second.body.items].map((item: { id: string }) => item.id)
    expect(new Set(seen).size).toBe(6)
  })

  test.each(['limit=0', 'limit=101', 'limit=x', 'lastKey=x', 'lastKey={"value":1}', 'sort=best'])(
    '%s is 400',
    async (query) => {
      const answer = await site.call('GET', `/api/articles?${query}`)
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid'])
    },
  )
})

describe('repeating a request', () => {
  test('posts once with the same Idempotency-Key; another body with that key is 409', async () => {
    const headers = { 'idempotency-key': 'sample-key' }
    const body = { title: 'Once', category: 'Culture', content: 'x', visibility: 'public' }
    const answers = await Promise.all([1, 2, 3].map(() => author.call('POST', '/api/articles', body, headers)))
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect(await listAll('&q=once')).toHaveLength(1)
    const changed = await author.call('POST', '/api/articles', { ...body, title: 'Twice' }, headers)
    expect([changed.status, changed.body.code]).toEqual([409, 'idempotency_mismatch'])
    expect((await other.call('POST', '/api/articles', body, headers)).status).toBe(201)
  })

  test('a refused request doesn’t use up its key', async () => {
    const headers = { 'idempotency-key': 'second-key' }
    const body = { title: 'Second', category: 'Culture', content: '<script></script>' }
    expect((await author.call('POST', '/api/articles', body, headers)).status).toBe(400)
    expect((await author.call('POST', '/api/articles', { ...body, content: 'x' }, headers)).status).toBe(201)
  })
})
