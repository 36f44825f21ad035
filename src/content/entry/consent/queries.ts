import { eq, or, type SQL } from 'drizzle-orm'
import type { Viewer } from '#core/context.ts'
import { hasRole } from '#core/permission.ts'
import { readable } from '../queries.ts'
import { consents } from './table.ts'

/** Who reads a record of consent: its giver, and keepers who may see the entry. Join `entries` for it. */
export function consentReadable(viewer: Viewer): SQL {
  const given = eq(consents.giverId, viewer.id)
  return hasRole(viewer, 'keeper') ? (or(given, readable(viewer)) as SQL) : given
}
