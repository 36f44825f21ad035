import { describe, expect, it } from 'vitest'
import { testSite } from '#test/harness.ts'

const site = testSite()

describe('pages', () => {
  it("keeps a guest's reading page and lets browsers ask whether it changed", async () => {
    const first = await site.call('GET', '/')
    expect(first.status).toBe(200)
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    expect(first.headers.get('content-security-policy')).not.toContain('nonce')
    expect(site.cache.get('/')).toBeDefined()
    const etag = first.headers.get('etag') ?? ''
    expect((await site.call('GET', '/', undefined, { 'if-none-match': etag })).status).toBe(304)
  })

  it('renders a page that runs React for each reader', async () => {
    const login = await site.call('GET', '/login')
    expect(login.headers.get('cache-control')).toBe('private, no-store')
    expect(login.headers.get('content-security-policy')).toContain('nonce')
    expect(site.cache.get('/login')).toBeUndefined()
  })
})
