import { and, asc, desc, eq, lte, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { onlyNarrows } from '#content/entry/audience.ts'
import { isAgreed, widestAgreed } from '#content/entry/consent/agreed.ts'
import { consentReadable } from '#content/entry/consent/queries.ts'
import { consents } from '#content/entry/consent/table.ts'
import { goods, unlinkGoods } from '#content/entry/link/sale.ts'
import { after, audit, updateEntry } from '#content/entry/queries.ts'
import { tellAuthor } from '#content/entry/report/mail.ts'
import { ById, Removed } from '#content/entry/schema.ts'
import { entries } from '#content/entry/table.ts'
import { tellOfRemoval } from '#content/event/registration/queries.ts'
import { attachFiles, claimFile } from '#content/media/claim.ts'
import { addressOf } from '#content/media/queries.ts'
import { discardFiles, removeEntries } from '#content/media/removal.ts'
import type { Context, Viewer } from '#core/context.ts'
import { Forbidden, Invalid, NotFound } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { PageQuery, toPage } from '#core/page.ts'
import { hasRole, viewerOf } from '#core/permission.ts'
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
  KeptConsent,
  Withdrawal,
} from './schema.ts'

/** Records of consent. Keepers who may see the entry read them, and their giver; to anybody else there are none. */
export const consent = {
  list: operation({
    method: 'GET',
    path: '/entries/:id/consents',
    permission: 'account',
    summary: 'What the people in an entry agreed to, newest first: for keepers and whoever gave it',
    input: ById,
    output: ConsentsOfEntry,
    async handler(ctx, { id }) {
      const viewer = viewerOf(ctx)
      const rows = await selectConsents(ctx)
        .where(and(eq(consents.entryId, id), consentReadable(viewer)))
        .orderBy(desc(consents.createdAt), desc(consents.id))
      const seen = await entryOf(ctx, id)
      const entry = rows[0]?.entry ?? (seen && mayEnter(viewer, seen) ? seen : undefined)
      if (!entry) throw new NotFound()
      return { entry, items: rows.map(presentConsent) }
    },
  }),

  create: operation({
    method: 'POST',
    path: '/entries/:id/consents',
    permission: 'member',
    summary: 'Record a consent, as a keeper or the author of the entry',
    input: ConsentOf,
    output: KeptConsent,
    status: 201,
    acceptsDataUrl: true,
    async handler(ctx, { id: entryId, giverEmail, evidence, ...said }) {
      const viewer = viewerOf(ctx)
      const entry = await lockVisible(ctx, entryId)
      if (!mayEnter(viewer, entry)) throw new Forbidden(refusals.notYours)
      const giverId = await giverOf(ctx, viewer, giverEmail)
      const evidenceId = evidence ? await claimEvidence(ctx, evidence, said.how) : null
      const values = { ...said, entryId, giverId: giverId ?? null, evidenceId, enteredBy: viewer.id }
      const [row] = await ctx.db.insert(consents).values(values).returning({ id: consents.id })
      if (!row) throw new Error('insert into consents returned no row')
      if (evidenceId) await attachFiles(ctx, entryId, [evidenceId], 'consent')
      await audit(ctx, 'consent:create', entryId, { consentId: row.id })
      const narrowedTo = await narrow(ctx, entry)
      const saleEnded = await endSale(ctx, entry)
      return { ...(await readConsent(ctx, row.id)), narrowedTo, saleEnded }
    },
  }),

  update: operation({
    method: 'PATCH',
    path: '/consents/:id',
    permission: 'account',
    summary: 'Correct a record as a keeper; take back purposes as the giver',
    input: ConsentChange,
    output: KeptConsent,
    acceptsDataUrl: true,
    async handler(ctx, { id, giverEmail, evidence, ...change }) {
      const viewer = viewerOf(ctx)
      const { record, entry } = await lockConsent(ctx, id, viewer)
      if (!hasRole(viewer, 'keeper')) refuseButLess(record.purposes, { giverEmail, evidence, ...change })
      const giverId = await giverOf(ctx, viewer, giverEmail)
      const evidenceId = await evidenceAfter(ctx, record, change.how, evidence)
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

  withdraw: operation({
    method: 'POST',
    path: '/consents/:id/withdrawal',
    permission: 'account',
    summary: 'Withdraw a consent, as its giver or a keeper: the entry and its files are removed at once',
    input: Withdrawal,
    output: Removed,
    async handler(ctx, { id, reason }) {
      const viewer = viewerOf(ctx)
      const { entry } = await lockConsent(ctx, id, viewer)
      await tellOfRemoval(ctx, entry.id)
      await tellAuthor(ctx, entry, (texts, facts) => texts.withdrawn(facts))
      const line = { act: 'withdrawn', actorId: viewer.id, reason, titled: true } as const
      await removeEntries(ctx, eq(entries.id, entry.id), line)
      await audit(ctx, `${entry.type}:withdraw`, entry.id, { consentId: id })
      return { id: entry.id }
    },
  }),

  mine: operation({
    method: 'GET',
    path: '/consents/mine',
    permission: 'account',
    summary: 'List what you agreed to, newest first',
    input: PageQuery,
    output: Consents,
    async handler(ctx, { limit, lastKey }) {
      const mine = eq(consents.giverId, viewerOf(ctx).id)
      const rows = await selectConsents(ctx)
        .where(and(mine, after(lastKey, consents.createdAt, 'desc', consents.id)))
        .orderBy(desc(consents.createdAt), desc(consents.id))
        .limit(limit + 1)
      return toPage(rows, limit, ({ record }) => ({ value: record.createdAt, id: record.id }), presentConsent)
    },
  }),

  due: operation({
    method: 'GET',
    path: '/consents/due',
    permission: 'keeper',
    summary: 'List the consents that are to be asked for again by now, longest due first',
    input: PageQuery,
    output: Consents,
    async handler(ctx, { limit, lastKey }) {
      const due = and(lte(consents.reviewAt, sql`now()`), consentReadable(viewerOf(ctx)))
      const rows = await selectConsents(ctx)
        .where(and(due, after(lastKey, consents.reviewAt, 'asc', consents.id)))
        .orderBy(asc(consents.reviewAt), asc(consents.id))
        .limit(limit + 1)
      return toPage(rows, limit, ({ record }) => ({ value: record.reviewAt ?? '', id: record.id }), presentConsent)
    },
  }),

  ...ledger,
}

function mayEnter(viewer: Viewer, { authorId }: { authorId: string | null }): boolean {
  return authorId === viewer.id || hasRole(viewer, 'keeper')
}

/** The account of that address; undefined when not told. Who is no keeper can't find out who has an account. */
async function giverOf({ db }: Context, viewer: Viewer, email: string | null | undefined) {
  if (!email) return email
  if (email === viewer.email) return viewer.id
  const refused = (message: string) => new Invalid(message, [{ path: 'giverEmail', message }])
  if (!hasRole(viewer, 'keeper')) throw refused(refusals.onlyYourself)
  const [found] = await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email))
  if (!found) throw refused(refusals.noAccount)
  return found.id
}

function claimEvidence(ctx: Context, url: string, how: How): Promise<string> {
  return claimFile(ctx, url, { path: 'evidence', kinds: how === 'spoken' ? ['audio'] : ['image'] })
}

type Kept = Pick<typeof consents.$inferSelect, 'how' | 'evidenceId'>

/** What is evidence after a change: what was spoken has no photo, and the other way round. */
async function evidenceAfter(ctx: Context, record: Kept, how: How = record.how, url: string | null | undefined) {
  const same = url === undefined || (record.evidenceId !== null && url === addressOf(record.evidenceId))
  if (same && record.evidenceId !== null && how !== record.how)
    throw new Invalid(refusals.otherEvidence, [{ path: 'evidence', message: refusals.otherEvidence }])
  if (same) return record.evidenceId
  return url ? claimEvidence(ctx, url, how) : null
}

/** Throws Forbidden when a giver changes anything but their purposes, or adds to these. */
function refuseButLess(before: string[], { purposes, ...other }: Partial<z.output<typeof ConsentChange>>): void {
  const more = purposes?.some((purpose) => !before.includes(purpose))
  if (more || Object.values(other).some((value) => value !== undefined)) throw new Forbidden(refusals.onlyLess)
}

/** Shows the entry to no more people than all in it agreed to now; null where it already was so. */
async function narrow(
  ctx: Context,
  entry: typeof entries.$inferSelect,
): Promise<Consent['entry']['visibility'] | null> {
  const visibility = await widestAgreed(ctx, entry.id)
  if (onlyNarrows({ visibility, groups: [] }, { visibility: entry.visibility })) return null
  await updateEntry(ctx, entry, { visibility })
  return visibility
}

/** Where somebody in it has not agreed to a sale, no product belongs to it any more, and a product becomes a draft. */
async function endSale(ctx: Context, entry: typeof entries.$inferSelect): Promise<boolean> {
  if (await isAgreed(ctx, [entry.id], 'sale')) return false
  const unlinked = await unlinkGoods(ctx, entry.id, 'consent')
  if (entry.type !== goods || entry.state !== 'published') return unlinked
  await updateEntry(ctx, entry, { state: 'draft' })
  await tellAuthor(ctx, entry, (texts, facts) => texts.saleEnded(facts))
  return true
}
