import { fetchFromSite } from './site-answer.ts'
import { endHandOver, local } from './storage.ts'

// Only the server says whether a token is valid: this device's clock may be wrong, and without signal the account that
// was here goes on (decision 52).

/** Paths of members' pages. They hold no data: what they show comes from the API. */
export const dashboardPages = /^\/(dashboard|profile|settings|seller|admin|keepers)(\/|$)/
export const formPages = /^\/(contribute\/|record$)/
/** Those that mostly open for people who have an account. A newcomer signs up first on the others. */
export const notGiving = /\/report|[?&](id|draft)=/

/** The claims of a session token. Only the server checks its signature. */
type Claims = { sub?: string; iat?: number; exp?: number }

/** Names in local storage of items that belong to one session and are removed when it ends. */
const sessionItems = ['token', 'user', 'clockOffset', 'deviceKey', 'preferences']

/** Name in local storage of the mark of a device on which somebody was logged in. */
export const hadSession = 'had-session'

/** Removes the session from this device, and from the look of this page. */
export function dropSession(): void {
  if (local.read('token')) local.write(hadSession, 'yes')
  for (const name of sessionItems) local.write(name, null)
  delete document.documentElement.dataset.signedIn
}

/** Returns the claims of a session token, or undefined if it can't be read; times are in seconds by the server's clock. */
export function claimsOf(token: string): Claims | undefined {
  try {
    return JSON.parse(fromBase64Url(token.split('.')[1] ?? ''))
  } catch {
    // The error isn't logged, because it quotes the token.
    console.error('Error checking token expiration')
    return undefined
  }
}

/**
 * Returns the remaining share of a token's life, from 1 down to 0 and below, by this device's clock and the difference
 * last seen from the server's. It is more than 1 if the clock was set back since then, and undefined if the token can't
 * be read.
 */
export function lifeLeft(token: string): number | undefined {
  const claims = claimsOf(token)
  if (!claims) return undefined
  const { iat = 0, exp = 0 } = claims
  const now = (Date.now() + (Number(local.read('clockOffset')) || 0)) / 1000
  return exp > iat ? (exp - now) / (exp - iat) : 0
}

/**
 * Stores a token that was issued just now, which shows how far this device's clock differs from the server's. Returns
 * false if the browser refuses to store it: it then ends with this page.
 */
export function storeToken(token: string): boolean {
  local.write('clockOffset', String((claimsOf(token)?.iat ?? 0) * 1000 - Date.now()))
  return local.write('token', token)
}

/** The fields of an account that the browser stores under `user` (spec 22.2). */
const userFields = ['id', 'name', 'email', 'avatar', 'roles', 'isPremium', 'emailVerified', 'admitted']

/** Stores the account that is logged in on this device. Returns false if the browser refuses to store it. */
export function storeUser(user: object): boolean {
  return local.write('user', JSON.stringify(user, [...userFields, 'secondFactorMissing']))
}

/**
 * Stores a login. If the browser refuses to store it, the next page has it, which ends it when it is left
 * (`endWithPage`).
 */
export function storeSession({ token, user }: { token: string; user: object }): void {
  // The account comes first, so that its drafts don't make room for the token.
  const isStored = [storeUser(user), storeToken(token)].every(Boolean)
  // The cookie now belongs to this session.
  local.write('leaving', null)
  if (!isStored) local.handOver()
}

/**
 * Ends a session that couldn't be stored when this page is left, because its cookie would stay without a button to log
 * out.
 */
export function endWithPage(): void {
  if (!endHandOver()) return
  addEventListener('pagehide', () => {
    local.write('token', null)
    navigator.sendBeacon('/leave')
  })
}

/**
 * Asks for a new token of the same session. The answer also brings back the cookie, which browsers delete early if a
 * wrong clock is set right. Returns whether the session has ended; without an answer it goes on.
 */
export async function renew(token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  try {
    const answer = await fetchFromSite('/api/auth/renew', { method: 'POST', headers, body: '{}' })
    const renewed = answer.ok ? ((await answer.json()) as { token: string }).token : undefined
    // The person may have logged in or out meanwhile.
    if (local.read('token') !== token) return false
    if (renewed) storeToken(renewed)
    return answer.status === 401
  } catch {
    return false
  }
}

/** Returns whether the session of this device has ended. The server is asked only if its token seems to have expired. */
export async function hasEnded(token: string): Promise<boolean> {
  return (lifeLeft(token) ?? 0) <= 0 && renew(token)
}

/** Decodes base64url, which `atob` doesn't read, to one character per byte. */
export function fromBase64Url(encoded: string): string {
  return atob(encoded.replace(/-/g, '+').replace(/_/g, '/'))
}
