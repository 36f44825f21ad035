import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './hashing.ts'

/** Starts hashes in this order, each named by its sender, and returns the order in which they end. */
async function orderOf(checks: string[], made: string[]): Promise<string[]> {
  const order: string[] = []
  const end = (name: string) => () => order.push(name)
  await Promise.all([
    ...made.map((sender) => hashPassword('sample password', sender).then(end(sender))),
    ...checks.map((sender) => isPassword(null, 'sample password', sender).then(end(sender))),
  ])
  return order
}

test('one sender’s many guesses delay another’s login by a few turns', async () => {
  const order = await orderOf([...Array(20).fill('attacker'), 'member'], [])
  expect(order.indexOf('member')).toBeLessThan(5)
})

test('logins come before the passwords of new accounts', async () => {
  const order = await orderOf(['member', 'another member'], Array(10).fill('sign-up'))
  expect(Math.max(order.indexOf('member'), order.indexOf('another member'))).toBeLessThan(6)
})

test('a hash that has waited for two seconds is refused, and those after it are made', async () => {
  const many = await Promise.allSettled(Array.from({ length: 1000 }, () => isPassword(null, 'x', 'attacker')))
  const refused = many.filter((one) => one.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.reason).toMatchObject({ status: 503, retryAfter: 5 })
  expect(await isPassword(await hashPassword('sample password', 'member'), 'sample password', 'member')).toBe(true)
})
