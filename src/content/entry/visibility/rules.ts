import { and, eq, isNotNull, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { suggestion } from '#content/kinds.ts'
import type { Site, Viewer } from '#core/context.ts'
import { hasRole } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { ledger } from '../consent/table.ts'
import { entries, groupMembers } from '../table.ts'
import { arrayOf, groupsOf } from './any-viewer.ts'

// Every list, count, search, page and file uses `listed` or `readable` to decide who can see an entry.

/** Returns a condition that matches the entries that lists show the viewer. */
export function listed(viewer: Viewer | null): SQL {
  const listable = notUnlisted(viewer)
  const own = viewer && eq(entries.authorId, viewer.id)
  return and(meantFor(viewer), listable && own ? or(listable, own) : listable, ne(entries.type, suggestion.type)) as SQL
}

/**
 * Returns a condition that matches entries that the viewer may open by id: published ones meant for them, unlisted or
 * not, their own in any state and, for moderators, hidden ones.
 */
export function readable(viewer: Viewer | null): SQL {
  if (!viewer) return meantFor(null)
  const own = eq(entries.authorId, viewer.id)
  const hidden = hasRole(viewer, 'moderator') ? and(eq(entries.state, 'hidden'), within(viewer)) : undefined
  return or(meantFor(viewer), own, hidden) as SQL
}

/** Returns a condition that matches the viewer's own entries, and none for guests. */
export function ownedBy(viewer: Viewer | null): SQL {
  return viewer ? eq(entries.authorId, viewer.id) : sql`false`
}

/** Returns a condition that matches published entries meant for the viewer. `listed` and `readable` build on it. */
function meantFor(viewer: Viewer | null): SQL {
  const published = eq(entries.state, 'published')
  const audienceFilter = and(audience(viewer), within(viewer))
  return and(published, viewer ? or(audienceFilter, eq(entries.authorId, viewer.id)) : audienceFilter) as SQL
}

function audience(viewer: Viewer | null): SQL | undefined {
  if (hasRole(viewer, 'keeper')) return undefined
  return viewer?.admitted ? sql`${entries.visibility} in ('public', 'members')` : eq(entries.visibility, 'public')
}

/**
 * Returns a condition that matches entries outside groups and those of the viewer's groups. No role replaces
 * membership.
 */
export function within(viewer: Viewer | null): SQL {
  const open = sql`${entries.groups} = '{}'`
  if (!viewer) return open
  return sql`(${open} or ${entries.groups} && ${groupsOf(viewer)}::uuid[])`
}

/**
 * Returns a condition that leaves out public posts of authors whose email is not confirmed: a guest can open such a
 * page by its address, but no list, count, search, feed, sitemap or export shows it. It is undefined for members, who
 * see these posts in lists.
 */
function notUnlisted(viewer: Viewer | null): SQL | undefined {
  return viewer?.admitted ? undefined : eq(entries.unlisted, false)
}

/**
 * Splits the entries that lists show the viewer in two: `open` ones, which are outside groups and the same for everyone
 * of one `audience`, and `theirs`: the viewer's own and those of their groups, few enough to be found by indexes.
 */
export function listedParts(viewer: Viewer | null): { open: SQL; theirs: SQL | undefined } {
  const isOpen = and(eq(entries.state, 'published'), within(null), audience(viewer), notUnlisted(viewer)) as SQL
  const open = and(isOpen, ne(entries.type, suggestion.type)) as SQL
  if (!viewer) return { open, theirs: undefined }
  // This is written exactly like the index on groups, so that PostgreSQL can use the index.
  const shared = sql`${entries.groups} <> '{}' and ${entries.groups} && ${groupsOf(viewer)}::uuid[]`
  const theirs = and(listed(viewer), or(shared, eq(entries.authorId, viewer.id)), sql`not (${isOpen})`) as SQL
  return { open, theirs }
}

/** Returns the name of the viewer's audience, whose members see the same open entries. */
export function audienceOf(viewer: Viewer | null): 'guests' | 'members' | 'keepers' {
  if (!viewer?.admitted) return 'guests'
  return hasRole(viewer, 'keeper') ? 'keepers' : 'members'
}

/**
 * Returns a condition that is true if a joined account is in the audience of the entry, whatever its state, so that
 * emails about it may still be sent to the account. Its roles and its admission count as they do for a viewer.
 */
export function meantForAccount({ membership, requireMfa }: Pick<Site, 'membership' | 'requireMfa'>): SQL<boolean> {
  const admitted = membership === 'open' ? undefined : isNotNull(accounts.admittedAt)
  const needsFactor = sql`${accounts.roles} && ${arrayOf(requireMfa)}::text[]`
  const secured = or(isNotNull(accounts.secondFactorSince), not(needsFactor))
  const keeps = and(sql`${accounts.roles} && '{keeper,admin}'`, secured)
  const seen = or(eq(entries.visibility, 'public'), and(admitted, or(eq(entries.visibility, 'members'), keeps)))
  const inGroup = sql`exists (select from ${groupMembers}
    where ${groupMembers.accountId} = ${accounts.id} and ${groupMembers.groupId} = any(${entries.groups}))`
  const inside = or(sql`${entries.groups} = '{}'`, and(admitted, inGroup))
  return sql<boolean>`(${or(eq(entries.authorId, accounts.id), and(seen, inside))})`
}

/**
 * Returns a condition that matches subjects of the activity log that the viewer may read about: lines about a removed
 * entry of a group are shown only to that group. It also matches subjects that never were entries.
 */
export function wasShown(viewer: Viewer, subjectId: PgColumn): SQL<boolean> {
  return sql<boolean>`not exists (select from ${ledger} where ${ledger.entryId} = ${subjectId}
    and not ${keptWithin(viewer)})`
}

/** Returns a condition that matches lines of the ledger of removed entries that the viewer may read. */
export function keptWithin(viewer: Viewer): SQL<boolean> {
  return sql<boolean>`(${ledger.groups} = '{}' or ${ledger.groups} && ${groupsOf(viewer)}::uuid[])`
}
