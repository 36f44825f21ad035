import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { testSite } from '#test/harness.ts'

const site = testSite()

describe('pages', () => {
  it('for guests are cached, and browsers can ask whether they have changed', async () => {
    const first = await site.call('GET', '/')
    expect(first.status).toBe(200)
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    expect(first.headers.get('content-security-policy')).not.toContain('nonce')
    expect(site.cache.get('/')).toBeDefined()
    const etag = first.headers.get('etag') ?? ''
    const statusFor = async (asked: string) =>
      (await site.call('GET', '/', undefined, { 'if-none-match': asked })).status
    // A proxy that compresses makes the tag weak, and a cache can ask for several.
    for (const asked of [etag, `W/${etag}`, `"x", W/${etag}`, '*']) expect(await statusFor(asked), asked).toBe(304)
    for (const asked of ['"x"', etag.slice(1, -1), '']) expect(await statusFor(asked), asked).toBe(200)
  })

  it('contain their styles for readers from other sites', async () => {
    const stylesAt = async (path: string) => {
      const { body, headers } = await site.call('GET', path, undefined, { 'sec-fetch-site': 'none' })
      expect(body).not.toContain('rel="stylesheet"')
      const policy = headers.get('content-security-policy')
      const inlined = [...body.matchAll(/<style data-file="\/assets\/[^"]+\.css">(.*?)<\/style>/gs)]
      const hashes = inlined.map(([, css = '']) => createHash('sha256').update(css).digest('base64'))
      for (const hash of hashes) expect(policy).toContain(`'sha256-${hash}'`)
      return hashes
    }
    expect(await stylesAt('/login')).toHaveLength(2)
    const [hash = '', ...others] = await stylesAt('/about')
    expect(others).toEqual([])
    for (const within of ['same-origin', undefined]) {
      const next = await site.call('GET', '/about', undefined, { ...(within && { 'sec-fetch-site': within }) })
      expect(next.body).toContain('rel="stylesheet"')
      expect(next.headers.get('content-security-policy')).not.toContain(hash)
      expect(next.headers.get('vary')).toContain('sec-fetch-site')
    }
  })

  it('contain the styles of all their classes, but few others, if styles are inlined', async () => {
    const classesIn = (css = '') => [...new Set(css.match(/(?<=\.)[a-z][\w-]*/gi))]
    for (const path of ['/', '/login', '/explore', '/language/vocabulary']) {
      const { body } = await site.call('GET', path, undefined, { 'sec-fetch-site': 'none' })
      const [, file = '', inlined = ''] = body.match(/<style data-file="(\/assets\/[^"]+)">(.*?)<\/style>/s) ?? []
      const sheet = await readFile(`build/client${file}`, 'utf8')
      const used = new Set(['js', ...[...body.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names?.split(' '))])
      expect(classesIn(inlined), path).toEqual(expect.arrayContaining(classesIn(sheet).filter((one) => used.has(one))))
      expect(inlined.length, path).toBeLessThan(0.8 * sheet.length)
    }
  })

  it('send only the list to readers who have the page, cached separately', async () => {
    const address = '/language/vocabulary?q=tonge'
    const page = await site.call('GET', address)
    const part = await site.call('GET', address, undefined, { 'x-part': 'results' })
    expect(part.body).toMatch(/^<div id="results".*<\/div>$/s)
    expect(page.body).toContain(part.body)
    expect(part.headers.get('vary')).toContain('x-part')
    expect((await site.call('GET', address)).body).toBe(page.body)
    expect((await site.call('GET', '/about', undefined, { 'x-part': 'results' })).body).toContain('<html')
  })

  it('to log in, sign up and get back into an account are cached for guests, too', async () => {
    const doors = ['/login', '/register?redirect=%2Frecord', '/forgot-password', '/reset-password', '/verify-email']
    const member = await site.person()
    for (const path of doors) {
      const page = await site.call('GET', path)
      expect(page.headers.get('content-security-policy'), path).not.toContain('nonce')
      expect(page.body, path).not.toMatch(/<html[^>]* data-ready=/)
      expect(site.cache.get(path), path).toBeDefined()
      const own = await site.call('GET', path, undefined, { cookie: `session=${member.token}` })
      expect([own.headers.get('cache-control'), own.headers.get('x-reader')], path).toEqual([
        'private, no-store',
        member.id,
      ])
    }
  })

  it('contain the hill only if a picture uses it', async () => {
    const hill = '<symbol id="hill"'
    const section = '/traditions/customs'
    expect((await site.call('GET', section)).body).not.toContain(hill)
    const keeper = await site.person({ roles: ['keeper'] })
    await keeper.call('POST', '/api/heritage', { section: 'custom', title: 'Sample title' })
    for (const part of ['', 'results']) {
      const { body } = await site.call('GET', section, undefined, { 'x-part': part })
      expect(body).toContain('href="#hill"')
      expect(body.split(hill)).toHaveLength(2)
    }
    expect((await site.call('GET', '/contact/send')).body).toContain(hill)
  })

  it('with React are rendered for each reader', async () => {
    const form = await site.call('GET', '/contact/send')
    expect(form.headers.get('cache-control')).toBe('private, no-store')
    expect(form.headers.get('content-security-policy')).toContain('nonce')
    expect(site.cache.get('/contact/send')).toBeUndefined()
  })
})
