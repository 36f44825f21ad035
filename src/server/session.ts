import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { groupMembers } from '#content/entry/table.ts'
import type { Site, Viewer } from '#core/context.ts'
import { languageOf } from '#core/language.ts'
import type { Role } from '#core/permission.ts'
import { accounts, sessions } from '#core/tables.ts'
import type { Claims } from './tokens.ts'

export const sessionCookie = 'session'

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
  emailVerifiedAt: accounts.emailVerifiedAt,
  admittedAt: accounts.admittedAt,
  chosenLanguage: sql<string | null>`${accounts.preferences}->>'language'`,
}

/** Finds the viewer of a request. The cookie counts for pages and files alone, never for the API (PRODUCT §4). */
export function sessionReader(
  db: NodePgDatabase,
  verify: (token: string) => Promise<Claims | null>,
  site: Pick<Site, 'membership'>,
) {
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
    const { emailVerifiedAt, admittedAt, chosenLanguage, ...viewer } = row
    const admitted = site.membership === 'open' || admittedAt !== null
    return {
      ...viewer,
      roles: admitted ? (row.roles as Role[]) : [],
      groups: admitted ? row.groups : [],
      emailVerified: emailVerifiedAt !== null,
      admitted,
      language: languageOf(chosenLanguage),
    }
  }

  return {
    /** The viewer of the Authorization header; null for a guest; `'invalid'` for a token that is not good any more. */
    async byBearer(headers: Headers): Promise<Viewer | null | 'invalid'> {
      const header = headers.get('authorization')
      if (!header) return null
      return (await viewerOf(/^Bearer (.+)$/i.exec(header)?.[1])) ?? 'invalid'
    },
    byCookie: (headers: Headers) => viewerOf(cookieOf(headers)),
    /** Who is behind each of the sessions; those that have ended are missing. */
    async byIds(sessionIds: string[]): Promise<Map<string, Viewer>> {
      const rows = await selectViewers().where(and(inArray(sessions.id, sessionIds), isGood))
      return new Map(rows.map((row) => [row.sessionId, present(row)]))
    },
  }
}

export function cookieOf(headers: Headers): string | undefined {
  const cookies = headers.get('cookie') ?? ''
  return new RegExp(`(?:^|; )${sessionCookie}=([^;]+)`).exec(cookies)?.[1]
}

/** The Set-Cookie line of a sign-in, or with no token of a sign-out. */
export function sessionCookieLine(token: string | null, maxAgeSeconds: number, secure: boolean): string {
  const value = token ? `${sessionCookie}=${token}; Max-Age=${maxAgeSeconds}` : `${sessionCookie}=; Max-Age=0`
  return `${value}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
