import { describe, expect, test } from 'vitest'
import { buildArticle } from '#test/build.ts'
import { cast, origin, testSite } from '#test/harness.ts'

const site = testSite({ maxUploadMb: 1 })
const { author } = cast(site)

describe('the older addresses', () => {
  test.each(['', '/api'])('/content and /auth below “%s” run operations by their older names', async (prefix) => {
    const created = await author.call('POST', `${prefix}/content?operation=createArticle`, {
      title: 'By its spec name',
      category: 'Culture',
      content: 'x',
      visibility: 'public',
    })
    expect(created.status).toBe(201)
    const list = await site.call('GET', `${prefix}/content?operation=getArticles&limit=1`)
    expect(list.body.data).toEqual(list.body.items)
    expect(list.body.lastEvaluatedKey).toEqual(list.body.lastKey)
    const one = await site.call('GET', `${prefix}/content?operation=getArticleById&id=${created.body.id}`)
    expect(one.body.id).toBe(created.body.id)
    const login = await site.call('POST', `${prefix}/auth?operation=login`, {
      email: author.email,
      password: 'test password',
    })
    expect(login.body.success).toBe(true)
    expect(
      (await site.call('POST', `${prefix}/auth/login`, { email: author.email, password: 'test password' })).status,
    ).toBe(200)
    const upload = await author.call(
      'GET',
      `${prefix}/content?operation=getUploadUrl&filename=a.png&contentType=image/png`,
    )
    expect(upload.body).toMatchObject({ uploadUrl: expect.any(String), fileUrl: expect.any(String) })
  })

  test.each([
    '/content',
    '/content?operation=nothing',
    '/auth?operation=createArticle',
    '/content?operation=login',
    '/content?operation=toString',
  ])('%s returns 404', async (path) => {
    expect((await site.call('GET', path)).status).toBe(404)
    expect((await site.call('POST', path, {})).status).toBe(404)
  })

  test('lists at the REST address have only items and lastKey', async () => {
    const { body } = await site.call('GET', '/api/articles?limit=1')
    expect(Object.keys(body).sort()).toEqual(['items', 'lastKey'])
  })
})

describe('refusals', () => {
  test.each([
    ['{', 'isn’t valid JSON'],
    ['[]', 'JSON object'],
    ['null', 'JSON object'],
    ['"text"', 'JSON object'],
  ])('a body of %s is refused with 400 and a sentence', async (body, sentence) => {
    const answer = await site.call('POST', '/api/auth/login', body)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid'])
    expect(answer.body.error).toContain(sentence)
  })

  test('a streamed body without a length is limited, too', async () => {
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('x'.repeat(100_000)))
      },
    })
    const request = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } }
    const answer = await site.app.request('http://site.test/api/auth/login', request as RequestInit)
    expect(answer.status).toBe(413)
  })

  test('an unknown address under /api returns a 404 in JSON', async () => {
    const answer = await site.call('GET', '/api/nothing')
    expect(answer.body).toEqual({ error: 'This doesn’t exist, or you can’t see it.', code: 'not_found' })
  })

  test('an answer to a member may not be stored by caches, sniffed or framed', async () => {
    const { headers } = await author.call('GET', '/api/articles')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
  })
})

describe('OpenAPI', () => {
  test('describes parameters, bodies and permissions of operations, in 3.1', async () => {
    const { body } = await site.call('GET', '/api/openapi.json')
    expect(body.openapi).toMatch(/^3\.1/)
    expect(body.paths['/api/articles'].get.parameters.map((one: { name: string }) => one.name)).toEqual(
      expect.arrayContaining(['limit', 'lastKey', 'q', 'category', 'sort']),
    )
    expect(
      body.paths['/api/articles/{id}'].patch.requestBody.content['application/json'].schema.properties,
    ).toHaveProperty('title')
    expect(body.paths['/api/articles'].post.security).toEqual([{ bearer: [] }])
  })

  test('has no password in an address', async () => {
    const { body } = await site.call('GET', '/api/openapi.json')
    const operations = Object.values(body.paths).flatMap((methods) => Object.values(methods as object))
    const inAddress = operations.flatMap(({ parameters }) => parameters.map(({ name }: { name: string }) => name))
    expect(inAddress.filter((name: string) => /password|token|secret|code/i.test(name))).toEqual([])
    const removal = body.paths['/api/auth/account'].delete
    expect(removal.parameters).toEqual([])
    expect(removal.requestBody.content['application/json'].schema.required).toContain('password')
  })

  test('has a page for people', async () => {
    const { body } = await site.call('GET', '/api/docs')
    expect(body).toContain('POST /api/articles')
  })
})

test('a write that fails halfway leaves nothing behind', async () => {
  const before = (await site.call('GET', '/api/articles?limit=100')).body.items.length
  const bad = `<img src="/files/00000000-0000-7000-8000-000000000000">`
  const answer = await author.call('POST', '/api/articles', {
    title: 'x',
    category: 'y',
    content: bad,
    visibility: 'public',
  })
  expect(answer.status).toBe(400)
  await buildArticle(author)
  expect((await site.call('GET', '/api/articles?limit=100')).body.items).toHaveLength(before + 1)
})

describe('a list that guests get from memory', () => {
  const path = '/api/articles?limit=3&sort=latest'

  test('is sent once to a browser, and again when content changes', async () => {
    await buildArticle(author, { title: 'Seen by all', visibility: 'public' })
    const first = await site.call('GET', path)
    expect(site.cache.get(path)).toBeDefined()
    const ifNoneMatch = { 'if-none-match': first.headers.get('etag') ?? '' }
    expect((await site.call('GET', path, undefined, ifNoneMatch)).status).toBe(304)
    const newer = await buildArticle(author, { title: 'Newer', visibility: 'public' })
    const second = await site.call('GET', path, undefined, ifNoneMatch)
    expect(second.status).toBe(200)
    expect(second.body.items[0].id).toBe(newer.id)
  })

  test('is never sent to members', async () => {
    const hidden = await buildArticle(author, { title: 'For members', visibility: 'members' })
    const guest = await site.call('GET', path)
    const member = await author.call('GET', path)
    expect(member.body.items[0].id).toBe(hidden.id)
    expect(member.headers.get('cache-control')).toBe('private, no-store')
    expect(JSON.stringify(guest.body)).not.toContain(hidden.id)
    expect(JSON.stringify((await site.call('GET', path)).body)).not.toContain(hidden.id)
    const revoked = await site.call('GET', path, undefined, { authorization: 'Bearer nonsense' })
    expect(revoked.status).toBe(401)
  })

  test('is stored whole for a request for its headers, too', async () => {
    await Promise.all(['One', 'Two'].map((title) => buildArticle(author, { title, visibility: 'public' })))
    const one = '/api/articles?limit=1&sort=latest'
    await site.app.request(`${origin}${one}`, { method: 'HEAD' })
    expect((await site.call('GET', one)).body.items).toHaveLength(1)
  })

  test('is not cached for a search', async () => {
    await site.call('GET', `${path}&q=seen`)
    expect(site.cache.get(`${path}&q=seen`)).toBeUndefined()
  })
})
