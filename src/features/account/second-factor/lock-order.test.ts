import { eq, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { authenticatorApps, passkeys, recoveryCodes } from '#accounts/second-factor/table.ts'
import { accounts, accountTokens, sessions } from '#core/tables.ts'
import { softAuthenticator } from '#test/authenticator.ts'
import { type Answer, castForEach, origin, testSite } from '#test/harness.ts'
import { until } from '#test/until.ts'

// Requests that change an account lock its row before rows that belong to it. The opposite order is a deadlock.

const site = testSite()
const { person } = castForEach(site, { person: { unconfirmed: true } })
const password = 'test password'
const belonging = [passkeys, authenticatorApps, recoveryCodes, sessions, accountTokens]

let device: ReturnType<typeof softAuthenticator>
let secret: string
let codes: string[]

beforeEach(async () => {
  // The clock is stopped, so that no step ends between a code and its check.
  vi.useFakeTimers({ toFake: ['Date'] })
  const app = (await person.call('POST', '/api/auth/second-factor/authenticator-app')).body
  secret = app.secret
  const code = codeOf(-1)
  const confirmed = await person.call('POST', '/api/auth/second-factor/authenticator-app/confirm', { code })
  codes = confirmed.body.recoveryCodes
  device = softAuthenticator(origin)
  const { options } = (await person.call('POST', '/api/auth/second-factor/passkeys/options')).body
  await person.call('POST', '/api/auth/second-factor/passkeys', { attestation: device.register(options) })
})

afterEach(() => void vi.useRealTimers())

const codeOf = (steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Prepares a request, and returns a function that sends it. */
type Prepare = () => Promise<() => Promise<Answer>>

const secondStep =
  (proof: () => object): Prepare =>
  async () => {
    const { ticket } = (await site.call('POST', '/api/auth/login', { email: person.email, password })).body
    return () => site.call('POST', '/api/auth/second-factor', { ticket, ...proof() })
  }

const mailed = async (path: string) =>
  (await site.mails(person.email)).filter(({ text }) => text.includes(path)).at(-1)?.token

const requests: Record<string, Prepare> = {
  'a login with a passkey': async () => {
    const { options } = (await site.call('POST', '/api/auth/passkey/options')).body
    return () => site.call('POST', '/api/auth/passkey', { assertion: device.assert(options) })
  },
  'a second step with a code': secondStep(() => ({ code: codeOf() })),
  'a second step with a recovery code': secondStep(() => ({ recoveryCode: codes[0] })),
  'a confirmation with a passkey': async () => {
    const { options } = (await person.call('POST', '/api/auth/confirm/options')).body
    return () => person.call('POST', '/api/auth/confirm', { assertion: device.assert(options) })
  },
  'a new name for a passkey': async () => {
    const [key] = (await person.call('GET', '/api/auth/second-factor')).body.passkeys
    return () => person.call('PATCH', `/api/auth/second-factor/passkeys/${key.id}`, { name: 'Sample phone' })
  },
  'a password reset': async () => {
    await site.call('POST', '/api/auth/password/reset-request', { email: person.email })
    const token = await mailed('/reset-password')
    return () => site.call('POST', '/api/auth/password/reset', { token, newPassword: 'Sample password 2!' })
  },
  'a confirmation of the email': async () => {
    const token = await mailed('/verify-email')
    return () => site.call('POST', '/api/auth/verify-email', { token })
  },
  'the end of a session': async () => {
    const [session] = (await person.call('GET', '/api/auth/login-activity')).body.items
    return () => person.call('DELETE', `/api/auth/sessions/${session.id}`)
  },
}

test.each(Object.entries(requests))('%s waits for the account before it locks anything else', async (_, prepare) => {
  const send = await prepare()
  const answer = await site.db.transaction(async (tx) => {
    await tx.select().from(accounts).where(eq(accounts.id, person.id)).for('update')
    const sent = send()
    await until(isWaiting, 'the request to wait for the account')
    for (const table of belonging)
      await tx.execute(sql`select from ${table} where account_id = ${person.id} for update nowait`)
    return () => sent
  })
  expect((await answer()).status).toBe(200)
})

async function isWaiting(): Promise<boolean> {
  const { rows } = await site.db.execute(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}
