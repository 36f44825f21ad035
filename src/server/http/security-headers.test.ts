import { describe, expect, test } from 'vitest'
import { siteMark } from '#src/offline/site-answer.ts'
import { cast, testSite } from '#test/harness.ts'
import { sound, uploadFile } from '#test/samples.ts'

const site = testSite({ baseUrl: 'https://site.test' })
const { person } = cast(site)

const headersOf = async (path: string, headers: Record<string, string> = {}) =>
  (await site.call('GET', path, undefined, headers)).headers

describe('headers', () => {
  test.each(['/', '/login', '/no-such-page', '/api/docs', '/api/articles', '/api/nothing', '/manifest.webmanifest'])(
    '%s says that it is the site’s answer, can’t be embedded or framed by other sites, and its type is never guessed',
    async (path) => {
      const headers = await headersOf(path)
      expect(headers.has(siteMark)).toBe(true)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    },
  )

  test.each(['/', '/language/vocabulary', '/login', '/dashboard', '/no-such-page', '/api/docs'])(
    'the document %s has a content security policy, an isolated window and few device features',
    async (path) => {
      const headers = await headersOf(path)
      expect(headers.get('content-security-policy')).toMatch(/default-src '(self|none)'/)
      expect(headers.get('content-security-policy')).toContain("base-uri 'none'")
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toContain('camera=()')
      expect(headers.get('permissions-policy')).toContain('microphone=(self)')
    },
  )

  test('the page of the API may run and load nothing', async () => {
    expect((await headersOf('/api/docs')).get('content-security-policy')).toMatch(/^default-src 'none';/)
  })

  test('a public file may be embedded anywhere, other files only by this site', async () => {
    for (const [visibility, policy] of [
      ['public', 'cross-origin'],
      ['members', 'same-origin'],
    ] as const) {
      const link = await uploadFile(site, person, sound(), { filename: 'sample.mp3', contentType: 'audio/mpeg' })
      const post = await person.call('POST', '/api/media', {
        title: 'Sample recording',
        type: 'audio',
        link,
        visibility,
      })
      expect(post.status).toBe(201)
      const headers = await headersOf(link, visibility === 'public' ? {} : { authorization: `Bearer ${person.token}` })
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(headers.get('cross-origin-resource-policy')).toBe(policy)
    }
  })
})

describe('well-known addresses', () => {
  test('security.txt names a contact, and expires within a year', async () => {
    const { status, body, headers } = await site.call('GET', '/.well-known/security.txt')
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain/)])
    expect(body).toContain('Contact: https://site.test/contact\n')
    expect(body).toContain('Canonical: https://site.test/.well-known/security.txt\n')
    const days = (Date.parse(/^Expires: (.+)$/m.exec(body)?.[1] ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(150)
    expect(days).toBeLessThan(365)
    expect((await site.call('GET', '/contact')).status).toBe(200)
  })

  test('change-password redirects to the form', async () => {
    const { status, headers } = await site.call('GET', '/.well-known/change-password')
    expect([status, headers.get('location')]).toEqual([302, '/settings'])
  })
})

describe('the session cookie of an https site', () => {
  const login = () => site.call('POST', '/api/auth/login', { email: person.email, password: 'test password' })
  const page = (cookie: string) => site.call('GET', '/', undefined, { cookie })

  test('is limited to this host', async () => {
    expect((await login()).headers.getSetCookie().sort()).toEqual([
      expect.stringMatching(/^__Host-session=.+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
      expect.stringMatching(/^__Secure-device=.+; Path=\/api\/auth; HttpOnly; SameSite=Lax; Secure$/),
    ])
  })

  test('works only under its own name: a cookie set by another host of the domain is no session', async () => {
    expect((await page(`__Host-session=${person.token}`)).headers.get('x-reader')).toBe(person.id)
    const planted = await page(`session=${person.token}`)
    expect([planted.headers.get('x-reader'), planted.headers.get('cache-control')]).toEqual([
      null,
      'public, max-age=0, must-revalidate',
    ])
  })

  test('replaces that of an earlier version when the token is sent', async () => {
    const cookie = `session=${person.token}`
    const { headers } = await person.call('GET', '/api/auth/profile', undefined, { cookie })
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(new RegExp(`^__Host-session=${person.token}; .*Secure$`)),
      expect.stringMatching(/^session=; Max-Age=0; .*Secure$/),
    ])
    const guest = await site.call('GET', '/api/articles', undefined, { cookie })
    expect(guest.headers.getSetCookie()).toEqual([])
  })
})
