import { hash } from '@node-rs/argon2'
import { eq, like, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { beforeAll, beforeEach } from 'vitest'
import type { Role } from '#core/permission.ts'
import { accounts, rateLimits, sessions } from '#core/tables.ts'
import type { TestSite } from './harness.ts'

export const origin = 'http://site.test'

export type Answer = { status: number; headers: Headers; body: any }
export type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
export type Person = { id: string; token: string; email: string; call: Call }
export type PersonOptions = { roles?: Role[]; name?: string; unconfirmed?: boolean }

/** The people of most tests, with their roles. */
const rolesOf = {
  ...{ author: [], buyer: [], giver: [], member: [], organizer: [], other: [], owner: [], person: [], reader: [] },
  ...{ admin: ['admin'], keeper: ['keeper'], moderator: ['moderator'], seller: ['seller'] },
} satisfies Record<string, Role[]>

type Cast = <Name extends string = never>(
  site: TestSite,
  own?: { [name in Name | keyof typeof rolesOf]?: PersonOptions },
) => Record<Name | keyof typeof rolesOf, Person>

/**
 * Adds the people that are taken from the result, before the tests and the later hooks of the file or `describe`:
 * `const { author, keeper } = cast(site)`. Their names are "Sample Author" and so on. The second argument adds others,
 * or changes names and roles.
 */
export const cast = castIn(beforeAll)

/** Like `cast`, but adds new people before each test. */
export const castForEach = castIn(beforeEach)

function castIn(hook: (add: () => Promise<void>) => void): Cast {
  return (site: TestSite, own: Record<string, PersonOptions | undefined> = {}) => {
    const people: Record<string, Person> = {}
    hook(async () => {
      for (const [name, person] of Object.entries(people)) {
        const roles = (rolesOf as Record<string, Role[]>)[name]
        const options = { name: `Sample ${name[0]?.toUpperCase()}${name.slice(1)}`, roles, ...own[name] }
        Object.defineProperties(person, Object.getOwnPropertyDescriptors(await site.person(options)))
      }
    })
    const take = (_: object, name: string) => {
      people[name] ??= personToBe(name)
      return people[name]
    }
    return new Proxy<any>({}, { get: take })
  }
}

/** Returns a person without an account, whose properties can't be read yet. */
function personToBe(name: string): Person {
  const get = () => {
    throw new Error(`${name} has no account yet: use it in a test or in a hook after the cast's`)
  }
  const property = { configurable: true, enumerable: true, get }
  return Object.defineProperties({} as Person, { id: property, token: property, email: property, call: property })
}

/** Returns a function that sends requests with this token, or as a guest. */
export function caller(app: Hono, token?: string): Call {
  return async (method, path, body, headers = {}) => {
    const init: RequestInit = { method, headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers } }
    if (body !== undefined) {
      init.body = typeof body === 'string' ? body : JSON.stringify(body)
      init.headers = { 'content-type': 'application/json', ...init.headers }
    }
    const response = await app.request(`${origin}${path}`, init)
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text }
  }
}

let people = 0

const testPassword = 'test password'
/** Made once, because it takes longer than everything else that an account needs. */
let passwordHash: Promise<string> | undefined

/** Returns the function that adds people to this site. */
export function personOf(site: TestSite): TestSite['person'] {
  return async ({ roles = [], name, unconfirmed = false } = {}) => {
    const number = ++people
    const email = `person${number}@site.test`
    const values = { name: name ?? `Test Person ${number}`, email, roles }
    const { id, token } = unconfirmed ? await signUp(site, values) : await writeAccount(site, values)
    return { id, token, email, call: caller(site.app, token) }
  }
}

type Newcomer = { name: string; email: string; roles: Role[] }

/** Signs up like a newcomer, who gets an email with a link. */
async function signUp(site: TestSite, { roles, ...newcomer }: Newcomer) {
  // All tests share one address, from which many sign-ups would require a proof of work.
  await site.db.delete(rateLimits).where(like(rateLimits.key, 'signUp:%'))
  const answer = await site.call('POST', '/api/auth/register', { ...newcomer, password: testPassword })
  if (answer.status !== 201) throw new Error(`register answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  const { token, user } = answer.body
  if (roles.length > 0)
    await site.db.update(accounts).set({ roles, admittedAt: sql`now()` }).where(eq(accounts.id, user.id))
  return { id: user.id as string, token: token as string }
}

/** Writes a confirmed account and its session without the operations for them, which would take ten times as long. */
async function writeAccount({ db, services: { site, tokens } }: TestSite, { roles, ...newcomer }: Newcomer) {
  passwordHash ??= hash(testPassword)
  const isAdmitted = site.membership === 'open' || roles.length > 0
  const [account] = await db
    .insert(accounts)
    .values({
      ...{ ...newcomer, roles, passwordHash: await passwordHash, emailVerifiedAt: sql`now()` },
      ...(!isAdmitted && { admittedAt: null }),
    })
    .returning({ accountId: accounts.id })
  if (!account) throw new Error('the account was not written')
  const expiresAt = Math.floor(Date.now() / 1000) + site.tokenTtlSeconds
  // Requests of the tests have neither, so that a login is not from a new device.
  const lasting = { userAgent: '', address: '', expiresAt: new Date(expiresAt * 1000).toISOString() }
  const [session] = await db
    .insert(sessions)
    .values({ ...account, ...lasting })
    .returning({ sessionId: sessions.id })
  if (!session) throw new Error('the session was not written')
  return { id: account.accountId, token: await tokens.issue({ ...account, ...session, expiresAt }) }
}
