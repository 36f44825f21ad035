import { and, desc, eq, getTableColumns, gt, isNotNull, or, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { articleLikes } from '#content/article/table.ts'
import { consentReadable } from '#content/entry/consent/queries.ts'
import { consents } from '#content/entry/consent/table.ts'
import { readable } from '#content/entry/queries.ts'
import { entries, exactPoints, groupMembers, groups } from '#content/entry/table.ts'
import { eventRegistrations } from '#content/event/table.ts'
import { files, transcripts } from '#content/media/table.ts'
import type { Viewer } from '#core/context.ts'
import { accounts, auditLog, sessions } from '#core/tables.ts'
import { cartItems } from '../../shop/cart/table.ts'
import { orderItems, orders } from '../../shop/order/table.ts'
import { sellerRequests, sellerTerms } from '../../shop/seller/table.ts'
import { pushSubscriptions } from '../push/table.ts'

const batch = 200
const first = '00000000-0000-0000-0000-000000000000'

/** The account without its secrets. */
export async function accountOf(db: NodePgDatabase, id: string) {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, id))
  if (!row) return undefined
  const { passwordHash: _, ...known } = row
  return known
}

/** The devices that are signed in or were; `notifiedAt` names where notifications are sent to. */
export function sessionsOf(db: NodePgDatabase, accountId: string) {
  const { userAgent, address, location, createdAt, expiresAt, revokedAt } = sessions
  return db
    .select({ userAgent, address, location, createdAt, expiresAt, revokedAt, notifiedAt: pushSubscriptions.endpoint })
    .from(sessions)
    .leftJoin(pushSubscriptions, eq(pushSubscriptions.sessionId, sessions.id))
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

/** What they agreed to, and what is recorded of their entries or by them, as far as they may read that. */
export function consentsOf(db: NodePgDatabase, viewer: Viewer) {
  const { entryId, people, givenBy, how, purposes, givenAt, reviewAt, note, createdAt, updatedAt } = consents
  const concerned = or(
    eq(consents.giverId, viewer.id),
    eq(consents.enteredBy, viewer.id),
    eq(entries.authorId, viewer.id),
  )
  return db
    .select({
      ...{
        entryId,
        title: entries.title,
        people,
        givenBy,
        how,
        purposes,
        givenAt,
        reviewAt,
        note,
        createdAt,
        updatedAt,
      },
      givenByYou: sql<boolean>`${consents.giverId} is not distinct from ${viewer.id}::uuid`,
    })
    .from(consents)
    .innerJoin(entries, eq(entries.id, entryId))
    .where(and(concerned, consentReadable(viewer)))
    .orderBy(createdAt, consents.id)
}

/** Where their entries are exactly that others are shown blurred. */
export function exactPointsOf(db: NodePgDatabase, accountId: string) {
  const { entryId, latitude, longitude } = exactPoints
  return db
    .select({ entryId, title: entries.title, latitude, longitude })
    .from(exactPoints)
    .innerJoin(entries, eq(entries.id, entryId))
    .where(eq(entries.authorId, accountId))
    .orderBy(entryId)
}

export function actsOf(db: NodePgDatabase, accountId: string) {
  const { at, action, subjectId, detail } = auditLog
  return db.select({ at, action, subjectId, detail }).from(auditLog).where(eq(auditLog.actorId, accountId)).orderBy(at)
}

const itemsOfOrder = sql<
  unknown[]
>`(select json_agg(json_build_object('name', ${orderItems.name}, 'price', ${orderItems.price},
  'quantity', ${orderItems.quantity}) order by ${orderItems.position}) from ${orderItems} where ${orderItems.orderId} = ${orders.id})`

/** What the account ordered, and what was ordered from it; of that, what its buyer said about themselves is theirs alone. */
export async function ordersOf(db: NodePgDatabase, accountId: string) {
  const { buyerId: _, sellerId: __, address, phone, ...shown } = getTableColumns(orders)
  const [bought, sold] = await Promise.all([
    db
      .select({ ...shown, address, phone, items: itemsOfOrder })
      .from(orders)
      .where(eq(orders.buyerId, accountId)),
    db
      .select({ ...shown, items: itemsOfOrder })
      .from(orders)
      .where(eq(orders.sellerId, accountId)),
  ])
  return { bought, sold }
}

export function cartItemsOf(db: NodePgDatabase, accountId: string) {
  const { productId, quantity, price, addedAt } = cartItems
  return db.select({ productId, quantity, price, addedAt }).from(cartItems).where(eq(cartItems.accountId, accountId))
}

/** What the account asked for and said as a seller. */
export async function sellingOf(db: NodePgDatabase, accountId: string) {
  const { about, state, reason, createdAt, decidedAt } = sellerRequests
  const { payTo, collectAt } = sellerTerms
  const [terms] = await db.select({ payTo, collectAt }).from(sellerTerms).where(eq(sellerTerms.accountId, accountId))
  const requests = await db
    .select({ about, state, reason, createdAt, decidedAt })
    .from(sellerRequests)
    .where(eq(sellerRequests.accountId, accountId))
    .orderBy(createdAt)
  return { terms: terms ?? null, requests }
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

/** Every file that the member uploaded and that has arrived; of evidence what they may still read. */
export function filesOf(db: NodePgDatabase, viewer: Viewer) {
  const ofConsent = and(eq(files.withheld, 'consent'), eq(consents.evidenceId, files.id))
  const shown = or(sql`${files.withheld} is distinct from 'consent'`, consentReadable(viewer))
  const { id, name, storageKey, size, createdAt } = files
  return inBatches((after) =>
    db
      .select({ id, name, storageKey, size, createdAt })
      .from(files)
      .leftJoin(entries, eq(entries.id, files.entryId))
      .leftJoin(consents, ofConsent)
      .where(and(eq(files.uploaderId, viewer.id), isNotNull(files.storedAt), shown, gt(files.id, after)))
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
