import { afterEach, expect, test, vi } from 'vitest'
import { buildEvent } from '#test/build.ts'
import { testSite } from '#test/harness.ts'
import { openMailDomains } from './mail-domains.ts'

const site = testSite()

type Records = { mx?: string[] | string; a?: string[] | string; aaaa?: string[] | string }
/** Returns a lookup that answers with these records, or fails with these codes. */
function lookupOf({ mx = 'ENODATA', a = 'ENODATA', aaaa = 'ENODATA' }: Records) {
  const read = async (records: string[] | string) => {
    if (typeof records === 'string') throw Object.assign(new Error(records), { code: records })
    return records
  }
  return {
    resolveMx: async () => (await read(mx)).map((exchange) => ({ exchange, priority: 0 })),
    resolve4: () => read(a),
    resolve6: () => read(aaaa),
    cancel() {},
  }
}
const check = (records: Records, email = 'reader@sample-domain.org') =>
  openMailDomains(() => lookupOf(records) as never)(email)

test.each<[string, Records, boolean]>([
  ['a mail server', { mx: ['mail.sample-domain.org'] }, true],
  ['an IPv4 address alone', { a: ['192.0.2.1'] }, true],
  ['an IPv6 address alone', { aaaa: ['2001:db8::1'] }, true],
  ['a null MX', { mx: [''], a: ['192.0.2.1'] }, false],
  ['a null MX as a dot', { mx: ['.'] }, false],
  ['no records', {}, false],
  ['no existence', { mx: 'ENOTFOUND', a: 'ENOTFOUND', aaaa: 'ENOTFOUND' }, false],
  ['a name server that fails', { mx: 'ESERVFAIL' }, true],
  ['a name server that refuses', { mx: 'EREFUSED' }, true],
  ['no name server in reach', { mx: 'ETIMEOUT' }, true],
  ['an address that can’t be looked up', { a: 'ECANCELLED' }, true],
])('whether mail can arrive at a domain with %s', async (_, records, arrives) => {
  expect(await check(records)).toBe(arrives)
})

test.each(['reader@site.test', 'reader@mail.localhost', 'reader@example.com'])(
  '%s is not looked up, because DNS knows no such names',
  async (email) => expect(await check({}, email)).toBe(true),
)

test('a lookup is given up after three seconds', async () => {
  vi.useFakeTimers()
  let fail = (_: unknown) => {}
  const never = new Promise<never>((_, reject) => {
    fail = reject
  })
  const lookup = { ...lookupOf({}), resolveMx: () => never, cancel: () => fail({ code: 'ECANCELLED' }) }
  const answer = openMailDomains(() => lookup as never)('reader@sample-domain.org')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await answer).toBe(true)
})
afterEach(() => {
  vi.useRealTimers()
})

test.each(['gmial-sample.com', 'sample-school.ac'])(
  'an address at %s, where no mail can arrive, is refused with a hint',
  async (domain) => {
    const person = await site.person()
    const { id } = await buildEvent(person)
    const { mail } = site.services
    mail.canReceive = async (email) => !email.endsWith(domain)
    const email = `reader@${domain}`
    const account = { name: 'Sample Reader', password: 'sample secret', email }
    const names = { firstName: 'Sample', lastName: 'Reader' }
    const change = { ...names, email, currentPassword: 'test password' }
    const guest = { fullName: 'Sample Guest', email, phone: '0700 000000' }
    for (const answer of [
      await site.call('POST', '/api/auth/register', account),
      await person.call('PUT', '/api/auth/profile', change),
      await person.call('POST', `/api/events/${id}/registration`, guest),
      await site.call('POST', '/api/messages', { message: 'Sample message', email }),
    ])
      expect(answer).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'email', message: expect.stringContaining(`No email can arrive at ${domain}.`) }] },
      })
    expect((await site.call('POST', '/api/auth/register', { ...account, email: 'reader@other.test' })).status).toBe(
      domain.startsWith('gmial') ? 201 : 409,
    )
    mail.canReceive = undefined
  },
)
