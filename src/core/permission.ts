import { Forbidden, Refusal, Unauthorized } from './errors.ts'
import { refusals } from './refusals.ts'

export const roles = ['keeper', 'moderator', 'seller', 'admin'] as const
export type Role = (typeof roles)[number]

/**
 * Callers that an operation allows: everyone (`public`), everyone logged in (`account`), everyone admitted (`member`,
 * which is the same unless MEMBERSHIP=approval), or everyone with the role. Admins have every role.
 */
export type Permission = 'public' | 'account' | 'member' | Role

/** Returns whether the user has `role`. Admins have every role (spec 2.1). */
export function hasRole(user: { roles: readonly string[] } | null | undefined, role: Role): boolean {
  return !!user && (user.roles.includes(role) || user.roles.includes('admin'))
}

/**
 * Throws Unauthorized for a guest, a Refusal with the code `not_admitted` for an account that waits to be admitted, and
 * Forbidden for one that lacks the role.
 */
export function authorize(
  viewer: { roles: readonly string[]; admitted: boolean } | null,
  permission: Permission,
): void {
  if (permission === 'public') return
  if (!viewer) throw new Unauthorized()
  if (permission === 'account') return
  if (!viewer.admitted) throw new Refusal(403, 'not_admitted', refusals.notAdmitted)
  if (permission !== 'member' && !hasRole(viewer, permission)) throw new Forbidden()
}

/** Returns the viewer of an operation that guests can't call. Throws Unauthorized if there is none. */
export function viewerOf<Viewer>({ viewer }: { viewer: Viewer | null }): Viewer {
  if (!viewer) throw new Unauthorized()
  return viewer
}

type Status = { roles: readonly string[]; admittedAt: string | null; secondFactorSince: string | null }
type Rules = { membership: 'open' | 'approval'; requireMfa: readonly Role[] }

/** Returns whether a role of the account requires a second factor (REQUIRE_MFA) while it has none. */
export function isSecondFactorMissing(site: Pick<Rules, 'requireMfa'>, account: Omit<Status, 'admittedAt'>): boolean {
  return account.secondFactorSince === null && site.requireMfa.some((role) => account.roles.includes(role))
}

/** Returns the roles that count: none while the account waits to be admitted or lacks a required second factor. */
export function countedRoles(site: Rules, account: Status): Role[] {
  const admitted = site.membership === 'open' || account.admittedAt !== null
  return admitted && !isSecondFactorMissing(site, account) ? (account.roles as Role[]) : []
}

/** Seconds for which a login or confirmation counts as recent (spec 3.5). */
const recentSeconds = 15 * 60

/**
 * Requires a login or confirmation within the last 15 minutes, so that an open or stolen session can't take over the
 * account.
 * @param grace additional seconds, for a download that follows a check
 * @throws Unauthorized for a guest, and a Refusal with the code `recent_sign_in` if the last one was too long ago
 */
export function requireRecentSignIn(viewer: { authenticationAge: number } | null, grace = 0): void {
  if (!viewer) throw new Unauthorized()
  if (viewer.authenticationAge > recentSeconds + grace) throw new Refusal(403, 'recent_sign_in', refusals.recentSignIn)
}

/** Throws a Refusal with the code `email_unconfirmed` if the viewer's email is not confirmed. */
export function requireConfirmedEmail(viewer: { emailVerified: boolean }): void {
  if (!viewer.emailVerified) throw new Refusal(403, 'email_unconfirmed', refusals.emailUnconfirmed)
}
