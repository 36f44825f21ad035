import { and, eq, or, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PersonalData } from '#accounts/personal-data.ts'
import type { Viewer } from '#core/context.ts'
import { consentReadable } from './consent/queries.ts'
import { consents } from './consent/table.ts'
import { drafts } from './draft/table.ts'
import { entryMakers } from './maker/table.ts'
import { entries, exactPoints, groupMembers, groups } from './table.ts'
import { readable } from './visibility/rules.ts'

export const personalData: PersonalData = {
  files: {
    'groups.json': (db, { id }) => groupsOf(db, id),
    'consents.json': consentsOf,
    'exact-points.json': (db, { id }) => exactPointsOf(db, id),
    'drafts.json': (db, { id }) => draftsOf(db, id),
    'made.json': madeBy,
  },
}

/** Returns SQL for the title of an entry, or null if the viewer may no longer see it. */
export function titleFor(viewer: Viewer) {
  return sql<string | null>`case when ${readable(viewer)} then ${entries.title} end`
}

/** Returns the entries that name the member as the maker. */
function madeBy(db: NodePgDatabase, viewer: Viewer) {
  return db
    .select({ entryId: entryMakers.entryId, title: titleFor(viewer) })
    .from(entryMakers)
    .innerJoin(entries, eq(entries.id, entryMakers.entryId))
    .where(eq(entryMakers.accountId, viewer.id))
    .orderBy(entryMakers.entryId)
}

function groupsOf(db: NodePgDatabase, accountId: string) {
  return db
    .select({ name: groups.name, about: groups.about, addedAt: groupMembers.addedAt })
    .from(groupMembers)
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .where(eq(groupMembers.accountId, accountId))
    .orderBy(groups.name)
}

/** Returns consents that the viewer gave or recorded, or that concern their entries, if they may read them. */
function consentsOf(db: NodePgDatabase, viewer: Viewer) {
  const { entryId, people, givenBy, how, purposes, givenAt, reviewAt, note, createdAt, updatedAt } = consents
  const concerned = or(
    eq(consents.giverId, viewer.id),
    eq(consents.enteredBy, viewer.id),
    eq(entries.authorId, viewer.id),
  )
  return db
    .select({
      ...{ entryId, title: entries.title, people, givenBy, how, purposes },
      ...{ givenAt, reviewAt, note, createdAt, updatedAt },
      givenByYou: sql<boolean>`${consents.giverId} is not distinct from ${viewer.id}::uuid`,
    })
    .from(consents)
    .innerJoin(entries, eq(entries.id, entryId))
    .where(and(concerned, consentReadable(viewer)))
    .orderBy(createdAt, consents.id)
}

/** Returns the exact positions of the member's entries that others see blurred. */
function exactPointsOf(db: NodePgDatabase, accountId: string) {
  const { entryId, latitude, longitude } = exactPoints
  return db
    .select({ entryId, title: entries.title, latitude, longitude })
    .from(exactPoints)
    .innerJoin(entries, eq(entries.id, entryId))
    .where(eq(entries.authorId, accountId))
    .orderBy(entryId)
}

/** Returns the member's drafts; their total size is limited (content/entry/draft/schema.ts). */
function draftsOf(db: NodePgDatabase, accountId: string) {
  const { id, kind, title, fields, createdAt, updatedAt } = drafts
  return db
    .select({ id, kind, title, fields, createdAt, updatedAt })
    .from(drafts)
    .where(eq(drafts.ownerId, accountId))
    .orderBy(createdAt)
}
