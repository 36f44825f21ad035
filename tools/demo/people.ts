import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readMailFiles } from '../mail-files.ts'

const password = 'password of the demo'

/** The accounts of the demo: one for each role, and five members. */
export const accounts = {
  admin: { name: 'Demo admin', email: 'admin@demo.test', password },
  keeper: { name: 'Demo keeper', email: 'keeper@demo.test', password },
  moderator: { name: 'Demo moderator', email: 'moderator@demo.test', password },
  seller: { name: 'Demo seller', email: 'seller@demo.test', password },
  member: { name: 'Demo member', email: 'member@demo.test', password },
  writer: { name: 'Demo writer', email: 'writer@demo.test', password },
  speaker: { name: 'Demo speaker', email: 'speaker@demo.test', password },
  reader: { name: 'Demo reader', email: 'reader@demo.test', password },
  newcomer: { name: 'Demo newcomer', email: 'newcomer@demo.test', password },
}

export type Who = keyof typeof accounts
/** A logged-in account, with the bearer token for the API and the cookie for pages. */
export type Session = { id: string; name: string; email: string; password: string; token: string; cookie: string }
export type People = Record<Who, Session>

/** A running site whose first admin is `accounts.admin`. */
export type Site = { url: string; dataDir: string }

/** Sends a request as one of the people, and returns the answer. Throws if the site refuses it. */
export type Send = <Answer = Created>(who: Who, method: string, path: string, body?: object) => Promise<Answer>
export type Created = { id: string; updatedAt: string }

const roles: Partial<Record<Who, string[]>> = { keeper: ['keeper'], moderator: ['moderator'], seller: ['seller'] }
/** These accounts don't confirm their email: the admin's needs no confirmation, the newcomer's stays unconfirmed. */
const unconfirmed: Who[] = ['admin', 'newcomer']
const mailSeconds = 60

/**
 * Logs the admin in and registers everybody else. Confirms their emails with the mailed links, except the newcomer's,
 * and gives people their roles and most of them a profile. Throws the signal's reason when it is aborted, as does `send`.
 */
export async function enterAll(site: Site, signal?: AbortSignal): Promise<{ people: People; send: Send }> {
  const sessions = new Map<Who, Session>()
  const send: Send = async (who, method, path, body) => {
    signal?.throwIfAborted()
    const token = sessions.get(who)?.token
    const answer = await request(site, method, path, body, token)
    return answer.json()
  }
  for (const who of Object.keys(accounts) as Who[]) {
    signal?.throwIfAborted()
    sessions.set(who, await enter(site, who))
  }
  const people = Object.fromEntries(sessions) as People
  for (const [who, { id, email }] of Object.entries(people) as [Who, Session][]) {
    if (!unconfirmed.includes(who)) {
      const token = await tokenMailedTo(site, email)
      await request(site, 'POST', '/auth/verify-email', { token })
    }
    if (roles[who]) await send('admin', 'PATCH', `/members/${id}`, { roles: roles[who] })
    const names = { firstName: 'Demo', lastName: who, email }
    if (!['admin', 'reader', 'newcomer'].includes(who))
      await send(who, 'PUT', '/auth/profile', { ...names, ...about(who) })
  }
  return { people, send }
}

async function enter(site: Site, who: Who): Promise<Session> {
  const account = accounts[who]
  const { name, ...login } = account
  const answer =
    who === 'admin'
      ? await request(site, 'POST', '/auth/login', login)
      : await request(site, 'POST', '/auth/register', { name, ...login })
  const { token, user } = (await answer.json()) as { token: string; user: { id: string } }
  const cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0])
  return { ...account, id: user.id, token, cookie: cookie.join('; ') }
}

async function request({ url }: Site, method: string, path: string, body?: object, token?: string): Promise<Response> {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

const about = (who: Who) => ({
  place: `Place of the ${who}`,
  bio: `The demo ${who} describes themselves here.`,
  socialLinks: { facebook: `https://facebook.example/${who}` },
})

/** Waits for an email to this address among the site's mail files, and returns the token of its link. */
async function tokenMailedTo({ dataDir }: Site, email: string): Promise<string> {
  const folder = join(dataDir, 'outbox')
  for (const end = Date.now() + mailSeconds * 1000; Date.now() < end; await sleep(100)) {
    const token = readMailFiles(folder).find((mail) => mail.to === email && mail.token)?.token
    if (token) return token
  }
  throw new Error(`No email with a link was sent to ${email}.`)
}
