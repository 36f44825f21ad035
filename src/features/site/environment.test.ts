import { expect, it } from 'vitest'
import { cast, testSite } from '#test/harness.ts'
import { nothingSet } from './schema.ts'

const site = testSite({
  fixed: { fixed: ['name', 'contactEmail'], name: 'Fixed Heritage', contactEmail: 'fixed@site.test' },
})
const { admin } = cast(site)

it('settings of the environment take precedence, and the answer lists them', async () => {
  const change = { ...nothingSet, name: 'Other name', contactEmail: 'other@site.test' }
  const { status, body } = await admin.call('PUT', '/api/site', change)
  expect([status, body.fixed]).toEqual([200, ['name', 'contactEmail']])
  expect(body.current).toMatchObject({ name: 'Fixed Heritage', contactEmail: 'fixed@site.test' })
  const { body: home } = await site.call('GET', '/')
  expect(home).toContain('Fixed Heritage')
  expect(home).not.toContain('Other name')
  expect((await site.call('GET', '/contact')).body).toContain('fixed@site.test')
  expect((await site.call('GET', '/.well-known/security.txt')).body).toContain('mailto:fixed@site.test')
})
