import { expect, it } from 'vitest'
import { testSite } from '#test/harness.ts'

const site = testSite()

it('returns the same key each time for an account, another for another account, and none for guests', async () => {
  const [one, other] = [await site.person(), await site.person()]
  const keyOf = async (person: typeof one) => (await person.call('GET', '/api/account/device-key')).body.key as string
  const key = await keyOf(one)
  expect(Buffer.from(key, 'base64')).toHaveLength(32)
  expect(await keyOf(one)).toBe(key)
  expect(await keyOf(other)).not.toBe(key)
  expect((await site.call('GET', '/api/account/device-key')).status).toBe(401)
})
