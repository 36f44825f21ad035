import { eq, inArray, sql } from 'drizzle-orm'
import { tell } from '#content/entry/notify.ts'
import { entries } from '#content/entry/table.ts'
import { keepVersions } from '#content/entry/write/versions.ts'
import { confirmation, notReturned } from '#content/entry/write/write.ts'
import { attachFiles, claimFile } from '#content/media/claim.ts'
import { namedVoice } from '#content/media/named-files.ts'
import { audit } from '#core/audit.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { refusals } from '../refusals.ts'
import { returnedMail } from './mail.ts'
import { countsOf, lockReadable, queueOf, stillWaits } from './queries.ts'
import {
  Confirmation,
  Confirmed,
  Counts,
  Queue,
  QueueQuery,
  Return,
  Returned,
  Unconfirmation,
  Unconfirmed,
} from './schema.ts'

/** The queue of unconfirmed entries, and what keepers do with them. */
export const queue = {
  list: operation('GET', '/keepers/queue', 'keeper', {
    summary: 'List the entries that no keeper has confirmed, oldest first',
    input: QueueQuery,
    output: Queue,
    handler: queueOf,
  }),

  counts: operation('GET', '/keepers/counts', 'keeper', {
    summary: 'Count what is waiting for keepers, up to 1,000 of each kind',
    output: Counts,
    handler: countsOf,
  }),

  confirm: operation('POST', '/keepers/confirmations', 'keeper', {
    summary: 'Confirm entries in the version that you saw; entries changed since then are left out',
    input: Confirmation,
    output: Confirmed,
    async handler(ctx, { entries: seen }) {
      const seenAt = new Map(seen.map(({ id, updatedAt }) => [id, updatedAt]))
      const rows = await lockReadable(ctx.db, ctx.viewer, [...seenAt.keys()])
      if (rows.length === 0) throw new NotFound()
      const ids = rows.filter((row) => stillWaits(row, seenAt.get(row.id))).map(({ id }) => id)
      if (ids.length === 0) throw new Conflict(seenAt.size === 1 ? refusals.decided : refusals.decidedAll)
      await ctx.db
        .update(entries)
        .set({ ...confirmation(ctx, true), ...notReturned })
        .where(inArray(entries.id, ids))
      await keepVersions(ctx.db, ids, 'confirm', ctx.viewer?.id ?? null)
      for (const { id, type } of rows) if (ids.includes(id)) await audit(ctx, `${type}:confirm`, id)
      ctx.contentChanged()
      return { confirmed: ids, left: [...seenAt.keys()].filter((id) => !ids.includes(id)) }
    },
  }),

  unconfirm: operation('POST', '/keepers/confirmations/undo', 'keeper', {
    summary: 'Undo your own confirmations',
    input: Unconfirmation,
    output: Unconfirmed,
    async handler(ctx, { ids: requested }) {
      const rows = await lockReadable(ctx.db, ctx.viewer, [...new Set(requested)])
      if (rows.length === 0) throw new NotFound()
      const own = rows.filter((row) => row.confirmedAt !== null && row.confirmedBy === ctx.viewer?.id)
      const ids = own.map(({ id }) => id)
      if (ids.length === 0) throw new Forbidden(refusals.notYours)
      await ctx.db.update(entries).set(confirmation(ctx, false)).where(inArray(entries.id, ids))
      await keepVersions(ctx.db, ids, 'unconfirm', ctx.viewer?.id ?? null)
      for (const { id, type } of own) await audit(ctx, `${type}:unconfirm`, id)
      ctx.contentChanged()
      return { unconfirmed: ids }
    },
  }),

  giveBack: operation('POST', '/keepers/queue/:id/return', 'keeper', {
    summary: 'Return an entry to its author as a draft, with a reason; without an author, limit it to keepers',
    input: Return,
    output: Returned,
    files: ({ fileUrl }) => namedVoice('fileUrl', fileUrl),
    async handler(ctx, { id, updatedAt, reason, fileUrl }) {
      if (!reason && !fileUrl) throw new Invalid(undefined, [{ path: 'reason', message: refusals.sayWhy }])
      const [entry] = await lockReadable(ctx.db, ctx.viewer, [id])
      if (!entry) throw new NotFound()
      if (entry.returnedAt !== null || !stillWaits(entry, updatedAt)) throw new Conflict(refusals.decided)
      const voice = fileUrl ? await claimFile(ctx, fileUrl, { path: 'fileUrl', kinds: ['audio'] }) : null
      if (voice) await attachFiles(ctx, id, [voice], 'reason')
      await ctx.db
        .update(entries)
        .set({
          // A draft without an author would be visible to nobody.
          ...(entry.authorId ? { state: 'draft' } : { visibility: 'keepers' }),
          returnedAt: sql`now()`,
          returnedReason: reason ?? null,
          returnedVoice: voice,
          updatedAt: sql`now()`,
        })
        .where(eq(entries.id, id))
      const why = { reason: reason ?? null, spoken: voice !== null }
      await keepVersions(ctx.db, [id], 'return', ctx.viewer?.id ?? null)
      await audit(ctx, `${entry.type}:return`, id, why)
      await tell(ctx, entry.authorId, returnedMail, { entryId: id })
      ctx.contentChanged()
      return { id }
    },
  }),
}
