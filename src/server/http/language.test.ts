import { describe, expect, it, test } from 'vitest'
import { buildArticle } from '#test/build.ts'
import { testSite } from '#test/harness.ts'

const site = testSite()
const sw = { cookie: 'language=sw' }
const lang = (page: string) => /<html lang="(\w+)"/.exec(page)?.[1]

test('a value of the wrong kind is refused in our words, in the reader’s language', async () => {
  const wrong = [
    ['kind=nonsense', /^Choose one of these: .*article/, /^Chagua mojawapo ya hivi: .*article/],
    ['sort=nonsense', /^Choose one of these: newest, /, /^Chagua mojawapo ya hivi: newest, /],
    ['limit=many', /^Enter a number\.$/, /^Tafadhali andika nambari\.$/],
    ['limit=0', /^Enter 1 or more\.$/, /^Tafadhali andika 1 au zaidi\.$/],
    ['lastKey=nonsense', /^This has a form/, /^Muundo huu hauwezi/],
    ['lastKey={"value":1}', /^This field is required\.$/, /\.$/],
  ] as const
  for (const [query, ...messages] of wrong)
    for (const [at, language] of ['en', 'sw'].entries()) {
      const { status, body } = await site.call('GET', `/api/explore?${query}`, undefined, {
        'accept-language': language,
      })
      expect(status, query).toBe(400)
      expect(body.issues[0].message).toMatch(messages[at] as RegExp)
    }
})

describe('a guest', () => {
  it.each([
    ['sw', 'sw'],
    ['sw-KE,sw;q=0.9,en;q=0.8', 'sw'],
    ['de,en;q=0.5,sw;q=0.7', 'sw'],
    ['en-KE,en;q=0.9,sw;q=0.8', 'en'],
    ['de', 'en'],
    [`${'x,'.repeat(5000)}sw`, 'en'],
    ['*', 'en'],
  ])('reads the first of our languages in Accept-Language: %.40s', async (accepted, expected) => {
    const page = await site.call('GET', '/about', undefined, { 'accept-language': accepted })
    expect(lang(page.body)).toBe(expected)
    expect(page.headers.get('content-language')).toBe(expected)
    expect(page.headers.get('vary')).toContain('cookie, accept-language')
  })

  it('reads the language chosen on this device, whatever the browser’s language is', async () => {
    const english = { cookie: 'language=en', 'accept-language': 'sw' }
    expect(lang((await site.call('GET', '/about', undefined, english)).body)).toBe('en')
    const unknown = { cookie: 'language=xx', 'accept-language': 'sw' }
    expect(lang((await site.call('GET', '/about', undefined, unknown)).body)).toBe('sw')
  })

  it('reads Kiswahili after choosing it, and the cache keeps both languages apart', async () => {
    for (const [headers, expected, title] of [
      [sw, 'sw', 'Kutuhusu'],
      [{}, 'en', 'About Us'],
      [sw, 'sw', 'Kutuhusu'],
    ] as const) {
      const page = await site.call('GET', '/about', undefined, headers)
      expect(lang(page.body)).toBe(expected)
      expect(page.headers.get('content-language')).toBe(expected)
      expect(page.body).toContain(`<h1 dir="auto">${title}</h1>`)
    }
  })

  it('chooses with a link that returns to the page and stores the choice in a cookie', async () => {
    const about = await site.call('GET', '/about?x=1')
    const link = /href="(\/choose-language\?to=sw[^"]*)"/.exec(about.body)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const chosen = await site.call('GET', link)
    expect(chosen.status).toBe(303)
    expect(chosen.headers.get('location')).toBe('/about?x=1')
    expect(chosen.headers.get('set-cookie')).toMatch(/^language=sw; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
    const back = await site.call('GET', '/choose-language?to=en&back=/about', undefined, sw)
    expect(back.headers.get('set-cookie')).toMatch(/^language=en; Max-Age=31536000;/)
  })

  it.each(['https://evil.test/', '//evil.test', '/\\evil.test', '/..//evil.test', 'about', ''])(
    'is not led to another site by back=%s',
    async (back) => {
      const { headers } = await site.call('GET', `/choose-language?to=sw&back=${encodeURIComponent(back)}`)
      expect(new URL(headers.get('location') ?? '', 'http://site.test').origin).toBe('http://site.test')
    },
  )

  it('reads refusals in their language, from the API and beside fields', async () => {
    const wrong = await site.call('POST', '/api/auth/login', { email: 'nobody@site.test', password: 'wrong' }, sw)
    expect(wrong.body.error).toBe('Barua pepe au nenosiri si sahihi.')
    expect(wrong.headers.get('content-language')).toBe('sw')
    const short = await site.call('POST', '/api/auth/register', { name: 'x', email: 'a', password: 'short' }, sw)
    expect(short.body).toMatchObject({
      error: 'Tafadhali angalia ulichojaza',
      issues: [
        { path: 'email', message: 'Tafadhali andika anwani nzima, yenye @.' },
        { path: 'password', message: 'Tafadhali tumia angalau herufi 6.' },
        { path: 'name', message: 'Tafadhali andika angalau herufi 3.' },
      ],
    })
    expect((await site.call('GET', '/api/nothing', undefined, sw)).body.error).toBe('Hiki hakipo, au huwezi kukiona.')
    expect((await site.call('GET', '/api/nothing')).body.error).toBe('This doesn’t exist, or you can’t see it.')
  })
})

describe('a member', () => {
  it('gets the language of their preference immediately, whatever the browser’s is', async () => {
    const who = await site.person()
    const cookie = `session=${who.token}`
    const page = () => site.call('GET', '/dashboard', undefined, { cookie, 'accept-language': 'en' })
    expect(lang((await page()).body)).toBe('en')
    await who.call('PUT', '/api/auth/preferences', { language: 'sw' })
    expect(lang((await page()).body)).toBe('sw')
    expect((await who.call('PUT', '/api/auth/preferences', { timezone: '' })).body.issues[0].message).toBe(
      'Tafadhali chagua saa za eneo kutoka kwenye orodha.',
    )
  })

  it('without a preference gets the browser’s language', async () => {
    const cookie = `session=${(await site.person()).token}`
    const page = await site.call('GET', '/dashboard', undefined, { cookie, 'accept-language': 'sw-KE' })
    expect(lang(page.body)).toBe('sw')
  })

  it('gets the language chosen on this device, whatever their preference is', async () => {
    const who = await site.person()
    await who.call('PUT', '/api/auth/preferences', { language: 'en' })
    const cookie = `session=${who.token}; ${sw.cookie}`
    expect(lang((await site.call('GET', '/about', undefined, { cookie })).body)).toBe('sw')
    const answer = await who.call('PUT', '/api/auth/preferences', { timezone: '' }, sw)
    expect(answer.body.issues[0].message).toBe('Tafadhali chagua saa za eneo kutoka kwenye orodha.')
  })

  it('who logs in after choosing a language prefers it from then on', async () => {
    const { email, password } = { email: 'chooser@site.test', password: 'test password' }
    await site.call('POST', '/api/auth/register', { name: 'Test Person', email, password })
    const { body } = await site.call('POST', '/api/auth/login', { email, password }, sw)
    const bearer = { authorization: `Bearer ${body.token}` }
    expect((await site.call('GET', '/api/auth/preferences', undefined, bearer)).body.language).toBe('sw')
  })

  it('changes their preference with a link on this site, not with one on another site', async () => {
    const who = await site.person()
    const choose = (from: string) =>
      site.call('GET', '/choose-language?to=sw&back=/', undefined, {
        cookie: `session=${who.token}`,
        'sec-fetch-site': from,
      })
    const preferred = async () => (await who.call('GET', '/api/auth/preferences')).body.language
    await choose('cross-site')
    expect(await preferred()).toBe('en')
    await choose('same-origin')
    expect(await preferred()).toBe('sw')
  })

  it('who signs up in Kiswahili keeps that language', async () => {
    const account = { name: 'Test Person', email: 'sw@site.test', password: 'test password' }
    const { body } = await site.call('POST', '/api/auth/register', account, sw)
    const bearer = { authorization: `Bearer ${body.token}` }
    const preferences = await site.call('GET', '/api/auth/preferences', undefined, bearer)
    expect(preferences.body.language).toBe('sw')
  })
})

it('answers each of many concurrent requests in its own language', async () => {
  const member = await site.person()
  await member.call('PUT', '/api/auth/preferences', { language: 'sw' })
  const indexes = Array.from({ length: 60 }, (_, index) => index)
  const answers = await Promise.all(
    indexes.map(async (index) => {
      // The requests are for pages rendered for each reader, reading pages and refusals, in both languages.
      if (index % 3 === 0) {
        const cookie = index % 2 ? `session=${member.token}` : 'language=en'
        return lang((await site.call('GET', '/login', undefined, { cookie })).body)
      }
      const headers = index % 2 ? sw : {}
      if (index % 3 === 1) {
        const { body } = await site.call('GET', `/about?x=${index >> 1}`, undefined, headers)
        expect(body).toContain(index % 2 ? 'Kutuhusu' : 'About Us')
        expect(body).not.toContain(index % 2 ? 'About Us' : 'Kutuhusu')
        return lang(body)
      }
      const { body } = await site.call('POST', '/api/auth/login', { email: '', password: '' }, headers)
      return body.error === 'Tafadhali angalia ulichojaza' ? 'sw' : 'en'
    }),
  )
  expect(answers).toEqual(indexes.map((index) => (index % 2 ? 'sw' : 'en')))
})

test('the category of an article has its name in the language of the page, also among the tags', async () => {
  const { id } = await buildArticle(await site.person(), { category: 'Culture', tags: ['Sample tag'] })
  const linked = (html: string) => [...html.matchAll(/<a class="tag" href="[^"]*">([^<]*)/g)].map(([, name]) => name)
  expect(linked((await site.call('GET', `/articles/${id}`)).body)).toEqual(['Culture', 'Sample tag'])
  expect(linked((await site.call('GET', `/articles/${id}`, undefined, sw)).body)).toEqual(['Utamaduni', 'Sample tag'])
})
