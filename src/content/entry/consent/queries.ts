import { and, eq, or, type SQL } from 'drizzle-orm'
import type { Viewer } from '#core/context.ts'
import { hasRole } from '#core/permission.ts'
import { readable } from '../visibility/rules.ts'
import { consents } from './table.ts'

/**
 * Returns a condition that matches consents that the viewer gave. Anyone can sign up with another person's email, so
 * before it is confirmed, only consents that the viewer recorded count.
 */
export function givenBy({ id, emailVerified }: Viewer): SQL {
  const recorded = emailVerified ? undefined : eq(consents.enteredBy, id)
  return and(eq(consents.giverId, id), recorded) as SQL
}

/**
 * Returns a condition that matches the consents that the viewer may read: those they gave and, for keepers, those of
 * entries they may see. The query must join `entries`.
 */
export function consentReadable(viewer: Viewer): SQL {
  const ownConsents = givenBy(viewer)
  return hasRole(viewer, 'keeper') ? (or(ownConsents, readable(viewer)) as SQL) : ownConsents
}
