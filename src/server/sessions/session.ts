import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { groupMembers } from '#content/entry/table.ts'
import type { Site, Viewer } from '#core/context.ts'
import { countedRoles, isSecondFactorMissing } from '#core/permission.ts'
import { accounts, sessions } from '#core/tables.ts'
import { languageOf } from '#text/language.ts'
import type { Claims } from './tokens.ts'

/** With https, the prefix makes browsers reject a cookie from another host of the domain, or for part of the site. */
const cookieNames = { plain: 'session', secure: '__Host-session' }

const columns = {
  id: accounts.id,
  sessionId: sessions.id,
  name: accounts.name,
  email: accounts.email,
  avatar: accounts.avatar,
  roles: accounts.roles,
  isPremium: accounts.isPremium,
  groups: sql<string[]>`array(select ${groupMembers.groupId} from ${groupMembers}
    where ${groupMembers.accountId} = ${accounts.id} order by 1)`,
  authenticationAge: sql<number>`extract(epoch from now() - ${sessions.authenticatedAt})::float8`,
  secondFactorSince: accounts.secondFactorSince,
  emailVerifiedAt: accounts.emailVerifiedAt,
  admittedAt: accounts.admittedAt,
  chosenLanguage: sql<string | null>`${accounts.preferences}->>'language'`,
}

/**
 * Returns functions that find the viewer of a request. Session cookies count for pages, files and other addresses that
 * a browser opens itself, never below `/api` (spec 3.3).
 */
export function sessionReader(
  db: NodePgDatabase,
  verify: (token: string) => Promise<Claims | null>,
  site: Pick<Site, 'membership' | 'requireMfa' | 'baseUrl'>,
) {
  const secure = site.baseUrl.startsWith('https:')
  const isGood = and(isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`), isNull(accounts.disabledAt))
  const selectViewers = () =>
    db.select(columns).from(sessions).innerJoin(accounts, eq(accounts.id, sessions.accountId)).$dynamic()
  const bySession = selectViewers()
    .where(and(eq(sessions.id, sql.placeholder('sessionId')), eq(accounts.id, sql.placeholder('accountId')), isGood))
    .prepare('viewer_of_session')

  async function viewerOf(token: string | undefined): Promise<Viewer | null> {
    const claims = token ? await verify(token) : null
    if (!claims) return null
    const [row] = await bySession.execute(claims)
    return row ? present(row) : null
  }

  function present(row: Awaited<ReturnType<typeof selectViewers>>[number]): Viewer {
    const { emailVerifiedAt, admittedAt, secondFactorSince, chosenLanguage, ...viewer } = row
    const admitted = site.membership === 'open' || admittedAt !== null
    return {
      ...viewer,
      roles: countedRoles(site, row),
      hasSecondFactor: secondFactorSince !== null,
      secondFactorMissing: isSecondFactorMissing(site, row),
      groups: admitted ? row.groups : [],
      emailVerified: emailVerifiedAt !== null,
      admitted,
      language: chosenLanguage === null ? null : languageOf(chosenLanguage),
    }
  }

  return {
    /**
     * Returns the viewer of the Authorization header, null without one, or `'invalid'` for a token that isn't valid or
     * whose session has ended.
     */
    async byBearer(headers: Headers): Promise<Viewer | null | 'invalid'> {
      const header = headers.get('authorization')
      if (!header) return null
      return (await viewerOf(/^Bearer (.+)$/i.exec(header)?.[1])) ?? 'invalid'
    },
    byCookie: (headers: Headers) => viewerOf(cookieOf(headers, secure)),
    /** Returns the viewers of these sessions, without those that have ended. */
    async byIds(sessionIds: string[]): Promise<Map<string, Viewer>> {
      const rows = await selectViewers().where(and(inArray(sessions.id, sessionIds), isGood))
      return new Map(rows.map((row) => [row.sessionId, present(row)]))
    },
  }
}

/** Returns the token in the session cookie. On an https site the unprefixed name is ignored. */
export function cookieOf(headers: Headers, secure: boolean): string | undefined {
  return cookieNamed(headers, secure ? cookieNames.secure : cookieNames.plain)
}

function cookieNamed(headers: Headers, name: string): string | undefined {
  const cookies = headers.get('cookie')
  return cookies ? new RegExp(`(?:^|; )${name}=([^;]+)`).exec(cookies)?.[1] : undefined
}

/** Returns whether a Cookie header has a session cookie of either name, valid or not. */
export function hasSessionCookie(cookies: string): boolean {
  return /(?:^|; )(?:__Host-)?session=/.test(cookies)
}

/** Returns the Set-Cookie line of a login, or of a logout if the token is null. */
export function sessionCookieLine(token: string | null, maxAgeSeconds: number, secure: boolean): string {
  return cookieLine(secure ? cookieNames.secure : cookieNames.plain, token, maxAgeSeconds, secure)
}

/**
 * Returns the Set-Cookie lines that rename an https site's session cookie, if the browser still has the old name:
 * otherwise pages would treat the member as a guest until the token is renewed. The caller has checked the token.
 */
export function replacedCookieLines(headers: Headers, maxAgeSeconds: number): string[] {
  const token = /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (!token || !cookieNamed(headers, cookieNames.plain) || cookieNamed(headers, cookieNames.secure)) return []
  return [sessionCookieLine(token, maxAgeSeconds, true), cookieLine(cookieNames.plain, null, 0, true)]
}

function cookieLine(name: string, token: string | null, maxAgeSeconds: number, secure: boolean): string {
  const value = token ? `${name}=${token}; Max-Age=${maxAgeSeconds}` : `${name}=; Max-Age=0`
  return `${value}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

/**
 * With https, the prefix makes browsers reject a cookie that was set over http. `__Host-` isn't used, because it
 * forbids a path, and the path keeps the cookie out of most requests.
 */
const deviceCookieNames = { plain: 'device', secure: '__Secure-device' }
/** The longest time for which browsers keep a cookie. */
const deviceCookieSeconds = 400 * 24 * 60 * 60

/** Returns the secret that identifies a device at login; it grants nothing. */
export function deviceOf(headers: Headers, secure: boolean): string | undefined {
  return cookieNamed(headers, secure ? deviceCookieNames.secure : deviceCookieNames.plain)?.slice(0, 100)
}

/** Returns the Set-Cookie line of a device's secret, which browsers send only to the routes below `/api/auth`. */
export function deviceCookieLine(secret: string, secure: boolean): string {
  const name = secure ? deviceCookieNames.secure : deviceCookieNames.plain
  const value = `${name}=${secret}; Max-Age=${deviceCookieSeconds}`
  return `${value}; Path=/api/auth; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
