import type { Report } from './schema.ts'

// Permissions on reports and on hiding an account's posts. Operations enforce them, and the page of reports shows the
// buttons that they allow.

/** Returns whether a moderator may hide or show the posts of the account: nobody decides about their own. */
export function mayModerate(viewer: { id: string } | null, accountId: string): boolean {
  return viewer !== null && viewer.id !== accountId
}

/**
 * Returns whether the moderator who got this report may close it like this. They must be able to see what was reported,
 * except that any moderator may close the report of a draft, which only its author can see.
 */
export function mayDecide({ own, unseen }: Pick<Report, 'own' | 'unseen'>, resolution: Report['resolution']): boolean {
  return !own && (unseen === null || (unseen === 'draft' && resolution === 'kept'))
}
