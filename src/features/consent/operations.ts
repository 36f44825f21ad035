import { and, asc, desc, eq, lte, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { kindOf } from '#content/entry/address.ts'
import { isAgreed, widestAgreed } from '#content/entry/consent/check.ts'
import { consentReadable, givenBy } from '#content/entry/consent/queries.ts'
import { consents } from '#content/entry/consent/table.ts'
import { goods, unlinkGoods } from '#content/entry/link/sale.ts'
import { listsOf } from '#content/entry/list/reads.ts'
import { after } from '#content/entry/list/where.ts'
import { isAllowed, type JudgedEntry } from '#content/entry/policy.ts'
import { decisions, tellAccount, tellAuthor } from '#content/entry/report/mail.ts'
import { ById, Removed } from '#content/entry/schema.ts'
import { entries } from '#content/entry/table.ts'
import { onlyNarrows } from '#content/entry/visibility/audience.ts'
import { refuseStale } from '#content/entry/write/change.ts'
import { updateEntry } from '#content/entry/write/write.ts'
import { tellOfRemoval, tellWhoIsLeftOut } from '#content/event/registration/change.ts'
import { attachFiles, claimFile } from '#content/media/claim.ts'
import { namedVoice } from '#content/media/named-files.ts'
import { addressOf } from '#content/media/queries.ts'
import { discardFiles, removeEntries } from '#content/media/removal.ts'
import { audit } from '#core/audit.ts'
import { checkAll } from '#core/concurrency/check-all.ts'
import type { Context, Viewer } from '#core/context.ts'
import { Forbidden, NotFound, refused } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { PageQuery, toPage } from '#core/page.ts'
import { hasRole, requireConfirmedEmail, viewerOf } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { ledger } from './ledger/operations.ts'
import { entryOf, lockConsent, lockVisible, presentConsent, readConsent, selectConsents } from './queries.ts'
import { refusals } from './refusals.ts'
import {
  type Consent,
  ConsentChange,
  ConsentOf,
  Consents,
  ConsentsOfEntry,
  type How,
  SavedConsent,
  Withdrawal,
} from './schema.ts'

const listConsents = listsOf('consents', selectConsents, {
  mine: {
    of: (viewer) => givenBy(viewerOf({ viewer })),
    by: [desc(consents.createdAt), desc(consents.id)],
  },
  due: {
    of: (viewer) => and(lte(consents.reviewAt, sql`now()`), consentReadable(viewerOf({ viewer }))),
    by: [asc(consents.reviewAt), asc(consents.id)],
  },
})

/**
 * Operations on consents. A consent can be read by keepers who may see the entry, and by the person who gave it. For
 * anyone else it doesn't exist.
 */
export const consent = {
  list: operation('GET', '/entries/:id/consents', 'account', {
    summary: 'List what the people in an entry agreed to, newest first, for keepers and the person who agreed',
    input: ById,
    output: ConsentsOfEntry,
    async handler(ctx, { id }) {
      const viewer = viewerOf(ctx)
      const rows = await selectConsents(ctx)
        .where(and(eq(consents.entryId, id), consentReadable(viewer)))
        .orderBy(desc(consents.createdAt), desc(consents.id))
      const visibleEntry = await entryOf(ctx, id)
      const mayAdd = visibleEntry !== undefined && mayRecord(viewer, visibleEntry)
      const entry = rows[0]?.entry ?? (mayAdd ? visibleEntry : undefined)
      if (!entry) throw new NotFound()
      const may = [...(mayAdd ? (['add'] as const) : []), ...(hasRole(viewer, 'keeper') ? (['edit'] as const) : [])]
      return { entry, items: rows.map(presentConsent), may }
    },
  }),

  create: operation('POST', '/entries/:id/consents', 'member', {
    summary: 'Record a consent, as a keeper or the author of the entry',
    input: ConsentOf,
    output: SavedConsent,
    status: 201,
    files: ({ evidence }) => namedVoice('evidence', evidence),
    async handler(ctx, { id: entryId, giverEmail, evidence, ...fields }) {
      const viewer = viewerOf(ctx)
      const entry = await lockVisible(ctx, entryId)
      if (!mayRecord(viewer, entry)) throw new Forbidden(refusals.notYours)
      const [giverId, evidenceId] = await checkAll(
        () => giverOf(ctx, viewer, giverEmail),
        () => (evidence ? claimEvidence(ctx, evidence, fields.how) : null),
      )
      const values = { ...fields, entryId, giverId: giverId ?? null, evidenceId, enteredBy: viewer.id }
      const [row] = await ctx.db.insert(consents).values(values).returning({ id: consents.id })
      if (!row) throw new Error('insert into consents returned no row')
      if (evidenceId) await attachFiles(ctx, entryId, [evidenceId], 'consent')
      await audit(ctx, 'consent:create', entryId, { consentId: row.id })
      const narrowedTo = await narrow(ctx, entry)
      const saleEnded = await endSale(ctx, entry)
      return { ...(await readConsent(ctx, row.id)), narrowedTo, saleEnded }
    },
  }),

  update: operation('PATCH', '/consents/:id', 'account', {
    summary: 'Correct a consent as a keeper, or withdraw some of its purposes as the person who gave it',
    input: ConsentChange,
    output: SavedConsent,
    ifMatch: true,
    files: ({ evidence }) => namedVoice('evidence', evidence),
    async handler(ctx, { id, giverEmail, evidence, ...change }) {
      const viewer = viewerOf(ctx)
      requireConfirmedEmail(viewer)
      const { record, entry } = await lockConsent(ctx, id, viewer)
      refuseStale(ctx, record)
      if (!hasRole(viewer, 'keeper')) requireNarrowing(record.purposes, { giverEmail, evidence, ...change })
      const [giverId, evidenceId] = await checkAll(
        () => giverOf(ctx, viewer, giverEmail),
        () => evidenceAfter(ctx, record, change.how, evidence),
      )
      await ctx.db
        .update(consents)
        .set({ ...change, giverId, evidenceId, updatedAt: sql`now()` })
        .where(eq(consents.id, id))
      if (evidenceId) await attachFiles(ctx, entry.id, [evidenceId], 'consent')
      if (record.evidenceId && record.evidenceId !== evidenceId) await discardFiles(ctx, [record.evidenceId])
      const fields = Object.entries({ giverEmail, evidence, ...change }).flatMap(([name, value]) =>
        value === undefined ? [] : name,
      )
      await audit(ctx, 'consent:update', entry.id, { consentId: id, fields })
      const narrowedTo = await narrow(ctx, entry)
      const saleEnded = await endSale(ctx, entry)
      return { ...(await readConsent(ctx, id)), narrowedTo, saleEnded }
    },
  }),

  withdraw: operation('POST', '/consents/:id/withdrawal', 'account', {
    summary: 'Withdraw a consent, as the person who gave it or a keeper; immediately removes the entry and its files',
    input: Withdrawal,
    output: Removed,
    async handler(ctx, { id, reason }) {
      const viewer = viewerOf(ctx)
      requireConfirmedEmail(viewer)
      const { entry } = await lockConsent(ctx, id, viewer)
      await tellOfRemoval(ctx, entry.id)
      await tellAccount(ctx, entry.authorId, decisions.withdrawn, { entryId: entry.id, title: entry.title })
      const line = { act: 'withdrawn', actorId: viewer.id, reason, titled: true } as const
      await removeEntries(ctx, eq(entries.id, entry.id), line)
      await audit(ctx, `${entry.type}:withdraw`, entry.id, { consentId: id })
      return { id: entry.id }
    },
  }),

  mine: operation('GET', '/consents/mine', 'account', {
    summary: 'List what you agreed to, newest first',
    input: PageQuery,
    output: Consents,
    async handler(ctx, { limit, lastKey }) {
      const narrowed = after(lastKey, consents.createdAt, 'desc', consents.id)
      const rows = await listConsents(ctx, 'mine', limit, narrowed)
      return toPage(rows, limit, ({ record }) => ({ value: record.createdAt, id: record.id }), presentConsent)
    },
  }),

  due: operation('GET', '/consents/due', 'keeper', {
    summary: 'List the consents that are due to be asked for again, longest due first',
    input: PageQuery,
    output: Consents,
    async handler(ctx, { limit, lastKey }) {
      const narrowed = after(lastKey, consents.reviewAt, 'asc', consents.id)
      const rows = await listConsents(ctx, 'due', limit, narrowed)
      return toPage(rows, limit, ({ record }) => ({ value: record.reviewAt ?? '', id: record.id }), presentConsent)
    },
  }),

  ...ledger,
}

function mayRecord(viewer: Viewer, entry: JudgedEntry & { type: string }): boolean {
  return isAllowed(viewer, 'consent', entry, kindOf(entry.type))
}

/**
 * Returns the id of the account with this email; null or undefined if no email was given. Only keepers can find out
 * whether an account exists.
 */
async function giverOf({ db }: Context, viewer: Viewer, email: string | null | undefined) {
  if (!email) return email
  if (email === viewer.email) return viewer.id
  if (!hasRole(viewer, 'keeper')) throw refused('giverEmail', refusals.onlyYourself)
  const { id, emailVerifiedAt } = accounts
  const [account] = await db.select({ id, emailVerifiedAt }).from(accounts).where(eq(accounts.email, email))
  if (!account) throw refused('giverEmail', refusals.noAccount)
  // Anyone can sign up with this email, so before it is confirmed the account may be someone else's.
  if (!account.emailVerifiedAt) throw refused('giverEmail', refusals.unconfirmedAccount)
  return account.id
}

function claimEvidence(ctx: Context, url: string, how: How): Promise<string> {
  return claimFile(ctx, url, { path: 'evidence', kinds: how === 'spoken' ? ['audio'] : ['image'] })
}

type StoredConsent = Pick<typeof consents.$inferSelect, 'how' | 'evidenceId'>

/**
 * Returns the id of the evidence after a change, or null if there is none. Throws Invalid if it would no longer match
 * how consent was given.
 */
async function evidenceAfter(
  ctx: Context,
  record: StoredConsent,
  how: How = record.how,
  url: string | null | undefined,
) {
  const same = url === undefined || (record.evidenceId !== null && url === addressOf(record.evidenceId))
  if (same && record.evidenceId !== null && how !== record.how) throw refused('evidence', refusals.otherEvidence)
  if (same) return record.evidenceId
  return url ? claimEvidence(ctx, url, how) : null
}

/** Throws Forbidden if the giver changes anything but the purposes, or adds purposes. */
function requireNarrowing(before: string[], { purposes, ...other }: Partial<z.output<typeof ConsentChange>>): void {
  const more = purposes?.some((purpose) => !before.includes(purpose))
  if (more || Object.values(other).some((value) => value !== undefined)) throw new Forbidden(refusals.onlyLess)
}

/** Narrows the visibility to what all people in the entry agreed to. Returns the new one; null if nothing changed. */
async function narrow(
  ctx: Context,
  entry: typeof entries.$inferSelect,
): Promise<Consent['entry']['visibility'] | null> {
  const visibility = await widestAgreed(ctx, entry.id)
  if (onlyNarrows({ visibility, groups: [] }, { visibility: entry.visibility })) return null
  await tellWhoIsLeftOut(ctx, entry.id, () => updateEntry(ctx, entry, { visibility }))
  return visibility
}

/**
 * If someone in the entry has not agreed to a sale, removes its links to products and, if it is a published product,
 * turns it into a draft. Returns true if anything changed.
 */
async function endSale(ctx: Context, entry: typeof entries.$inferSelect): Promise<boolean> {
  if (await isAgreed(ctx, [entry.id], 'sale')) return false
  const unlinked = await unlinkGoods(ctx, entry.id, 'consent')
  if (entry.type !== goods || entry.state !== 'published') return unlinked
  await updateEntry(ctx, entry, { state: 'draft' })
  await tellAuthor(ctx, entry, decisions.saleEnded)
  return true
}
