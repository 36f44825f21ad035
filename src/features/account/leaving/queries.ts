import { and, desc, eq, gt, isNotNull, or, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { consentReadable } from '#content/entry/consent/queries.ts'
import { consents } from '#content/entry/consent/table.ts'
import { entries } from '#content/entry/table.ts'
import { files } from '#content/media/table.ts'
import type { Viewer } from '#core/context.ts'
import { eachById } from '#core/id.ts'
import { accounts, auditLog, sessions } from '#core/tables.ts'
import { pushSubscriptions } from '../push/table.ts'

const batch = 200

/** Returns the account without its secrets. */
export async function accountOf(db: NodePgDatabase, id: string) {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, id))
  if (!row) return undefined
  const { passwordHash: _, ...account } = row
  return account
}

/** Returns the account's sessions, current and past; `notifiedAt` is the address for push notifications. */
export function sessionsOf(db: NodePgDatabase, accountId: string) {
  const { userAgent, address, location, createdAt, expiresAt, revokedAt } = sessions
  return db
    .select({ userAgent, address, location, createdAt, expiresAt, revokedAt, notifiedAt: pushSubscriptions.endpoint })
    .from(sessions)
    .leftJoin(pushSubscriptions, eq(pushSubscriptions.sessionId, sessions.id))
    .where(eq(sessions.accountId, accountId))
    .orderBy(desc(sessions.createdAt))
}

export function actsOf(db: NodePgDatabase, accountId: string) {
  const { at, action, subjectId, detail } = auditLog
  return db.select({ at, action, subjectId, detail }).from(auditLog).where(eq(auditLog.actorId, accountId)).orderBy(at)
}

/** Yields every entry of the account in batches, so that memory use stays small. */
export function entriesOf(db: NodePgDatabase, accountId: string) {
  const { id, type, title, state, visibility, createdAt, updatedAt, publishedAt } = entries
  return eachById(batch, (after) =>
    db
      .select({ id, type, title, state, visibility, createdAt, updatedAt, publishedAt })
      .from(entries)
      .where(and(eq(entries.authorId, accountId), gt(entries.id, after)))
      .orderBy(entries.id)
      .limit(batch),
  )
}

/** Yields every stored upload of the member. Evidence is included only if they may still read it. */
export function filesOf(db: NodePgDatabase, viewer: Viewer) {
  const ofConsent = and(eq(files.withheld, 'consent'), eq(consents.evidenceId, files.id))
  const readableFile = or(sql`${files.withheld} is distinct from 'consent'`, consentReadable(viewer))
  const { id, name, storageKey, size, createdAt } = files
  return eachById(batch, (after) =>
    db
      .select({ id, name, storageKey, size, createdAt })
      .from(files)
      .leftJoin(entries, eq(entries.id, files.entryId))
      .leftJoin(consents, ofConsent)
      .where(and(eq(files.uploaderId, viewer.id), isNotNull(files.storedAt), readableFile, gt(files.id, after)))
      .orderBy(files.id)
      .limit(batch),
  )
}
