import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Challenge, proofHeader, prove } from '#core/proof-of-work.ts'
import { rateLimits, spentProofs } from '#core/tables.ts'
import { type Answer, testSite } from '#test/harness.ts'
import { openDatabase } from '../database/database.ts'
import { openProofs } from './proofs.ts'

const secret = 'a secret of the tests, long enough to be one'
const site = testSite({ trustProxy: 1 })
const from = (address: string) => ({ 'x-forwarded-for': address })
const password = 'test password'
let people = 0

function signUp(address: string, headers: Record<string, string> = {}): Promise<Answer> {
  const newcomer = { name: 'Sample Person', email: `newcomer${++people}@site.test`, password }
  return site.call('POST', '/api/auth/register', newcomer, { ...from(address), ...headers })
}

/** Returns the challenge that an attempt without a proof gets. */
async function challengeOf(attempt: Promise<Answer>): Promise<Challenge> {
  const { status, body, headers } = await attempt
  expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'proof_of_work', '1'])
  return body.challenge
}

beforeEach(async () => {
  await site.db.delete(rateLimits)
})
afterEach(() => void vi.useRealTimers())

describe('sign-ups from one address', () => {
  test('are free up to 20 an hour, then need a proof of work each', async () => {
    for (let i = 0; i < 20; i++) expect((await signUp('192.0.2.1')).status).toBe(201)
    const challenge = await challengeOf(signUp('192.0.2.1'))
    const proof = await prove(challenge)
    expect((await signUp('192.0.2.1', { [proofHeader]: proof })).status).toBe(201)
    // Other addresses need no proof, and no address is ever locked out.
    expect((await signUp('192.0.2.2')).status).toBe(201)
  })

  test('200 at the same time create 20 accounts; the others need a proof', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => signUp('192.0.2.3')))
    const counts = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([counts(201), counts(429)]).toEqual([20, 180])
    expect(answers.every(({ status, body }) => status === 201 || body.code === 'proof_of_work')).toBe(true)
  })
})

describe('a proof', () => {
  async function fetchChallenge(operation = 'signUp', work = 1): Promise<Challenge> {
    const proofs = openProofs(site.db, secret)
    return proofs.require(operation, work, undefined).then(
      () => Promise.reject(new Error('no proof was required')),
      (refusal) => refusal.details.challenge,
    )
  }
  const accepted = (proof: string, operation = 'signUp', work = 1) =>
    openProofs(site.db, secret)
      .require(operation, work, proof)
      .then(
        () => true,
        () => false,
      )

  test('works only once, whichever instance it is sent to', async () => {
    const proof = await prove(await fetchChallenge())
    const second = openDatabase(site.databaseUrl, 2)
    try {
      const instances = [openProofs(site.db, secret), openProofs(second.db, secret)]
      const tries = await Promise.allSettled([0, 1, 0, 1].map((which) => instances[which]?.require('signUp', 1, proof)))
      expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
      expect(await accepted(proof)).toBe(false)
    } finally {
      await second.close()
    }
  })

  test('is bound to its operation and difficulty', async () => {
    expect(await accepted(await prove(await fetchChallenge('resetRequest')))).toBe(false)
    expect(await accepted(await prove(await fetchChallenge('signUp', 1)), 'signUp', 4)).toBe(false)
    // The required work may double while someone solves it.
    expect(await accepted(await prove(await fetchChallenge('signUp', 1)), 'signUp', 2)).toBe(true)
    expect(await accepted(await prove(await fetchChallenge('signUp', 4)), 'signUp', 4)).toBe(true)
  })

  test('is never more than 16 times as hard as usual', async () => {
    const challenge = await fetchChallenge('guess', 2 ** 30)
    expect(challenge.parameters).toMatchObject({ data: { operation: 'guess', work: 16 } })
  })

  test.each([
    ['altered', (challenge: Challenge) => ({ ...challenge, parameters: { ...challenge.parameters, keyPrefix: '00' } })],
    ['unsigned', ({ parameters }: Challenge) => ({ parameters })],
    ['of another site', ({ parameters }: Challenge) => ({ parameters, signature: 'a'.repeat(64) })],
  ])('of a challenge that is %s is refused', async (_name, change) => {
    expect(await accepted(await prove(change(await fetchChallenge())))).toBe(false)
  })

  test('is refused once it has expired, after ten minutes', async () => {
    const now = Math.floor(Date.now() / 1000) * 1000
    vi.useFakeTimers({ toFake: ['Date'], now })
    const challenge = await fetchChallenge()
    const [early, proof] = [await prove(await fetchChallenge()), await prove(challenge)]
    const expiresAt = now / 1000 + 600
    expect(challenge.parameters).toMatchObject({ expiresAt })
    vi.setSystemTime(now + 599_000)
    expect(await accepted(early)).toBe(true)
    vi.setSystemTime(now + 601_000)
    expect(await accepted(proof)).toBe(false)
    vi.setSystemTime(now)
    const late = JSON.parse(atob(proof))
    late.challenge.parameters.expiresAt = expiresAt - 3600
    expect(await accepted(btoa(JSON.stringify(late)))).toBe(false)
  })

  test.each(['', 'garbage', btoa('null'), btoa('{"challenge":{}}'), 'x'.repeat(100_000)])(
    'that is nonsense is refused (%#)',
    async (proof) => {
      expect(await accepted(proof)).toBe(false)
    },
  )

  test('is deleted after use once it would have expired anyway', async () => {
    const proof = await prove(await fetchChallenge())
    await accepted(proof)
    await site.db.update(spentProofs).set({ expiresAt: '2020-01-01T00:00:00Z' })
    const { jobs } = await import('#src/jobs.ts')
    const { jobContextOf } = await import('../jobs/jobs.ts')
    await jobs['account:sweep']?.run(jobContextOf(site.services, new AbortController().signal), {})
    expect(await site.db.$count(spentProofs)).toBe(0)
  })
})

test('reset requests from one address need a proof after 20 an hour', async () => {
  const ask = (email: string, headers = {}) =>
    site.call('POST', '/api/auth/password/reset-request', { email }, { ...from('192.0.2.4'), ...headers })
  for (let i = 0; i < 20; i++) expect((await ask(`nobody${i}@site.test`)).status).toBe(200)
  const proof = await prove(await challengeOf(ask('nobody@site.test')))
  expect((await ask('nobody@site.test', { [proofHeader]: proof })).status).toBe(200)
})

describe('wrong passwords for one account, from many addresses', () => {
  const login = (email: string, password: string, address: string, headers: Record<string, string> = {}) =>
    site.call('POST', '/api/auth/login', { email, password }, { ...from(address), ...headers })
  async function attack(email: string, wrong: number) {
    for (let i = 0; i < wrong; i++) {
      const answer = await login(email, 'wrong', `198.51.100.${i}`)
      expect(answer.status).toBe(401)
    }
  }

  test('need a proof after 30 an hour, and a harder one after every ten more; the owner can still log in', async () => {
    const { email } = await site.person()
    await attack(email, 30)
    const challenge = await challengeOf(login(email, password, '203.0.113.1'))
    expect(challenge.parameters).toMatchObject({ data: { operation: 'guess', work: 1 } })
    for (let i = 0; i < 10; i++) {
      const proof = await prove(await challengeOf(login(email, 'wrong', `203.0.113.${i}`)))
      expect((await login(email, 'wrong', `203.0.113.${i}`, { [proofHeader]: proof })).status).toBe(401)
    }
    const harder = await challengeOf(login(email, password, '203.0.113.99'))
    expect(harder.parameters).toMatchObject({ data: { work: 2 } })
    const proof = await prove(harder)
    expect((await login(email, password, '203.0.113.99', { [proofHeader]: proof })).status).toBe(200)
  })

  test('don’t slow down the owner’s own device or address', async () => {
    const { email } = await site.person()
    const first = await login(email, password, '203.0.113.5')
    const cookie = /device=[^;]+/.exec(first.headers.getSetCookie().join('\n'))?.[0] ?? ''
    await attack(email, 30)
    expect((await login(email, password, '203.0.113.5')).status).toBe(200)
    expect((await login(email, password, '203.0.113.6', { cookie })).status).toBe(200)
    // A device cookie that doesn't belong to this account has no effect.
    await challengeOf(login(email, password, '203.0.113.7', { cookie: 'device=made-up' }))
  })

  test('on the owner’s own device are counted separately from others at the same address', async () => {
    const { email } = await site.person()
    const first = await login(email, password, '203.0.113.20')
    const cookie = /device=[^;]+/.exec(first.headers.getSetCookie().join('\n'))?.[0] ?? ''
    for (let i = 0; i < 10; i++) await login(email, 'wrong', '203.0.113.20')
    expect((await login(email, password, '203.0.113.20')).status).toBe(429)
    expect((await login(email, password, '203.0.113.20', { cookie })).status).toBe(200)
  })

  test('are reported to the owner by email, once a day', async () => {
    const person = await site.person()
    await attack(person.email, 30)
    const countMails = async () =>
      (await site.mails(person.email)).filter((mail) => mail.subject.includes('trying to log in')).length
    expect(await countMails()).toBe(0)
    for (let i = 0; i < 3; i++) {
      const proof = await prove(await challengeOf(login(person.email, 'wrong', `203.0.113.${i + 50}`)))
      await login(person.email, 'wrong', `203.0.113.${i + 50}`, { [proofHeader]: proof })
    }
    expect(await countMails()).toBe(1)
  })

  test('are not reported if the email was never confirmed', async () => {
    const person = await site.person({ unconfirmed: true })
    await attack(person.email, 30)
    const proof = await prove(await challengeOf(login(person.email, 'wrong', '203.0.113.60')))
    await login(person.email, 'wrong', '203.0.113.60', { [proofHeader]: proof })
    expect((await site.mails(person.email)).map((mail) => mail.subject)).not.toContainEqual(
      expect.stringContaining('trying to log in'),
    )
  })
})
