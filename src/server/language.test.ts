import { describe, expect, it } from 'vitest'
import { testSite } from '#test/harness.ts'

const site = testSite()
const sw = { cookie: 'language=sw' }
const lang = (page: string) => /<html lang="(\w+)"/.exec(page)?.[1]

describe('a guest', () => {
  it('reads English, whatever the browser is set to', async () => {
    const page = await site.call('GET', '/about', undefined, { 'accept-language': 'sw' })
    expect(lang(page.body)).toBe('en')
    expect(page.headers.get('content-language')).toBe('en')
    expect(page.headers.get('vary')).toContain('cookie')
  })

  it('reads Kiswahili once they chose it, and neither is taken for the other in the cache', async () => {
    for (const [headers, expected, title] of [
      [sw, 'sw', 'Kutuhusu'],
      [{}, 'en', 'About Us'],
      [sw, 'sw', 'Kutuhusu'],
    ] as const) {
      const page = await site.call('GET', '/about', undefined, headers)
      expect(lang(page.body)).toBe(expected)
      expect(page.headers.get('content-language')).toBe(expected)
      expect(page.body).toContain(`<h1>${title}</h1>`)
    }
  })

  it('chooses by a link, which leads back to the page and keeps the choice in a cookie', async () => {
    const about = await site.call('GET', '/about?x=1')
    const link = /href="(\/choose-language\?to=sw[^"]*)"/.exec(about.body)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const chosen = await site.call('GET', link)
    expect(chosen.status).toBe(303)
    expect(chosen.headers.get('location')).toBe('/about?x=1')
    expect(chosen.headers.get('set-cookie')).toMatch(/^language=sw; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
    const back = await site.call('GET', '/choose-language?to=en&back=/about', undefined, sw)
    expect(back.headers.get('set-cookie')).toMatch(/^language=; Max-Age=0;/)
  })

  it.each(['https://evil.test/', '//evil.test', '/\\evil.test', '/..//evil.test', 'about', ''])(
    'is led to another site by no back=%s',
    async (back) => {
      const { headers } = await site.call('GET', `/choose-language?to=sw&back=${encodeURIComponent(back)}`)
      expect(new URL(headers.get('location') ?? '', 'http://site.test').origin).toBe('http://site.test')
    },
  )

  it('is told in their language what was refused, by the API and beside the field', async () => {
    const wrong = await site.call('POST', '/api/auth/login', { email: 'nobody@site.test', password: 'wrong' }, sw)
    expect(wrong.body.error).toBe('Barua pepe au nenosiri si sahihi.')
    expect(wrong.headers.get('content-language')).toBe('sw')
    const short = await site.call('POST', '/api/auth/register', { name: 'x', email: 'a', password: 'short' }, sw)
    expect(short.body).toMatchObject({
      error: 'Tafadhali angalia ulichojaza',
      issues: [{ path: 'email', message: 'Tafadhali andika anwani nzima, yenye @.' }, { path: 'password' }],
    })
    expect((await site.call('GET', '/api/nothing', undefined, sw)).body.error).toBe('Hakuna kitu kwenye anwani hii.')
    expect((await site.call('GET', '/api/nothing')).body.error).toBe('There is nothing at this address.')
  })
})

describe('a member', () => {
  it('is answered in the language of their preference at once, whatever this browser’s guest chose', async () => {
    const who = await site.person()
    const cookie = `session=${who.token}`
    const page = () => site.call('GET', '/dashboard', undefined, { cookie: `language=en; ${cookie}` })
    expect(lang((await page()).body)).toBe('en')
    await who.call('PUT', '/api/auth/preferences', { language: 'sw' })
    expect(lang((await page()).body)).toBe('sw')
    expect((await who.call('PUT', '/api/auth/preferences', { timezone: '' })).body.issues[0].message).toBe(
      'Tafadhali chagua saa za eneo kutoka kwenye orodha.',
    )
    await who.call('PUT', '/api/auth/preferences', { language: 'en' })
    const english = await site.call('GET', '/about', undefined, { cookie: `${cookie}; ${sw.cookie}` })
    expect(lang(english.body)).toBe('en')
  })

  it('who registers in Kiswahili keeps it', async () => {
    const account = { name: 'Test Person', email: 'sw@site.test', password: 'test password' }
    const { body } = await site.call('POST', '/api/auth/register', account, sw)
    const bearer = { authorization: `Bearer ${body.token}` }
    const preferences = await site.call('GET', '/api/auth/preferences', undefined, bearer)
    expect(preferences.body.language).toBe('sw')
  })
})

it('answers many at once, each in their own language', async () => {
  const member = await site.person()
  await member.call('PUT', '/api/auth/preferences', { language: 'sw' })
  const asked = Array.from({ length: 60 }, (_, index) => index)
  const answers = await Promise.all(
    asked.map(async (index) => {
      // Pages that are rendered for each reader, reading pages, and refusals, in both languages.
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
  expect(answers).toEqual(asked.map((index) => (index % 2 ? 'sw' : 'en')))
})
