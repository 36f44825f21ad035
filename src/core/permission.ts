import { Forbidden, Refusal, Unauthorized } from './errors.ts'
import { refusals } from './refusals.ts'

export const roles = ['keeper', 'moderator', 'seller', 'admin'] as const
export type Role = (typeof roles)[number]

/**
 * Who may call an operation. `account` is everyone signed in, `member` those of them that are admitted (all, unless
 * MEMBERSHIP=approval); a role names its holders, and an admin holds all.
 */
export type Permission = 'public' | 'account' | 'member' | Role

/** Whether the roles include `role`; an admin may everything the other roles may (PRODUCT §2). */
export function hasRole(user: { roles: readonly string[] } | null | undefined, role: Role): boolean {
  return !!user && (user.roles.includes(role) || user.roles.includes('admin'))
}

/** Throws Unauthorized for a guest and Forbidden for an account that waits to be admitted or lacks the role. */
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

/** Who is signed in, in an operation that is for no guest. Throws Unauthorized. */
export function viewerOf<Viewer>({ viewer }: { viewer: Viewer | null }): Viewer {
  if (!viewer) throw new Unauthorized()
  return viewer
}
