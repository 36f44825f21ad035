import { and, desc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { articleLikes } from '#content/article/table.ts'
import { readable } from '#content/entry/queries.ts'
import { entries, groupMembers, groups } from '#content/entry/table.ts'
import { eventRegistrations } from '#content/event/table.ts'
import { files, transcripts } from '#content/media/table.ts'
import type { Viewer } from '#core/context.ts'
import { accounts, auditLog, sessions } from '#core/tables.ts'

const batch = 200
const first = '00000000-0000-0000-0000-000000000000'

/** The account without its secrets. */
export async function accountOf(db: NodePgDatabase, id: string) {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, id))
  if (!row) return undefined
  const { passwordHash: _, ...known } = row
  return known
}

export function sessionsOf(db: NodePgDatabase, accountId: string) {
  const { userAgent, address, location, createdAt, expiresAt, revokedAt } = sessions
  return db
    .select({ userAgent, address, location, createdAt, expiresAt, revokedAt })
    .from(sessions)
    .where(eq(sessions.accountId, accountId))
    .orderBy(desc(sessions.createdAt))
}

/** A title only as far as the viewer may still see it. */
function titleFor(viewer: Viewer) {
  return sql<string | null>`case when ${readable(viewer)} then ${entries.title} end`
}

export function likesOf(db: NodePgDatabase, viewer: Viewer) {
  return db
    .select({ entryId: articleLikes.entryId, title: titleFor(viewer), likedAt: articleLikes.createdAt })
    .from(articleLikes)
    .innerJoin(entries, eq(entries.id, articleLikes.entryId))
    .where(eq(articleLikes.accountId, viewer.id))
    .orderBy(articleLikes.createdAt)
}

export function registrationsOf(db: NodePgDatabase, viewer: Viewer) {
  const { entryId, fullName, email, phone, showMe, state, createdAt } = eventRegistrations
  return db
    .select({ entryId, title: titleFor(viewer), fullName, email, phone, showMe, state, createdAt })
    .from(eventRegistrations)
    .innerJoin(entries, eq(entries.id, entryId))
    .where(eq(eventRegistrations.accountId, viewer.id))
    .orderBy(createdAt)
}

export function transcriptsOf(db: NodePgDatabase, accountId: string) {
  const { entryId, language, text, translation, createdAt } = transcripts
  return db
    .select({ entryId, language, text, translation, createdAt })
    .from(transcripts)
    .where(eq(transcripts.authorId, accountId))
    .orderBy(createdAt)
}

export function groupsOf(db: NodePgDatabase, accountId: string) {
  return db
    .select({ name: groups.name, about: groups.about, addedAt: groupMembers.addedAt })
    .from(groupMembers)
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .where(eq(groupMembers.accountId, accountId))
    .orderBy(groups.name)
}

export function actsOf(db: NodePgDatabase, accountId: string) {
  const { at, action, subjectId, detail } = auditLog
  return db.select({ at, action, subjectId, detail }).from(auditLog).where(eq(auditLog.actorId, accountId)).orderBy(at)
}

/** Every entry of the account, in batches, so that many are never in memory at once. */
export function entriesOf(db: NodePgDatabase, accountId: string) {
  const { id, type, title, state, visibility, createdAt, updatedAt, publishedAt } = entries
  return inBatches((after) =>
    db
      .select({ id, type, title, state, visibility, createdAt, updatedAt, publishedAt })
      .from(entries)
      .where(and(eq(entries.authorId, accountId), gt(entries.id, after)))
      .orderBy(entries.id)
      .limit(batch),
  )
}

/** Every file that the account uploaded and that has arrived. */
export function filesOf(db: NodePgDatabase, accountId: string) {
  const { id, name, storageKey, size, createdAt } = files
  return inBatches((after) =>
    db
      .select({ id, name, storageKey, size, createdAt })
      .from(files)
      .where(and(eq(files.uploaderId, accountId), isNotNull(files.storedAt), gt(files.id, after)))
      .orderBy(files.id)
      .limit(batch),
  )
}

async function* inBatches<T extends { id: string }>(read: (after: string) => Promise<T[]>): AsyncGenerator<T> {
  for (let after: string | undefined = first; after; ) {
    const rows: T[] = await read(after)
    yield* rows
    after = rows.length < batch ? undefined : rows.at(-1)?.id
  }
}
