import { and, desc, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { requireChangeable } from '#content/entry/change.ts'
import { closeReports, hideAllOf, liftAct } from '#content/entry/moderate.ts'
import { after, audit, listed, readable, updateEntry } from '#content/entry/queries.ts'
import { NewReport } from '#content/entry/report/schema.ts'
import { hidingActs, reports } from '#content/entry/report/table.ts'
import { ById } from '#content/entry/schema.ts'
import { entries } from '#content/entry/table.ts'
import { tellOfHiding } from '#content/event/registration/queries.ts'
import type { Context } from '#core/context.ts'
import { Conflict, Forbidden, NotFound } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { Page, PageQuery, toPage } from '#core/page.ts'
import {
  addVoice,
  presentAct,
  presentReport,
  readAct,
  readReport,
  refuseManyReports,
  selectActs,
  selectReports,
} from './queries.ts'
import { refusals } from './refusals.ts'
import { Decision, HidingAct, NewHiding, Report, ReportQuery, Reports } from './schema.ts'

const Count = z.object({ count: z.number().int() })

export const moderation = {
  report: operation({
    method: 'POST',
    path: '/reports',
    permission: 'member',
    summary: 'Say that something is wrong with an entry; a moderator looks at it',
    input: NewReport,
    output: z.object({ entryId: z.uuid() }),
    status: 201,
    async handler(ctx, { entryId, reason, words }) {
      await refuseManyReports(ctx)
      // Locked, so that nobody hides it between this look and the report.
      const [entry] = await ctx.db
        .select({ authorId: entries.authorId })
        .from(entries)
        .where(and(eq(entries.id, entryId), listed(ctx.viewer)))
        .for('share')
      if (!entry) throw new NotFound()
      if (entry.authorId === ctx.viewer?.id) throw new Conflict(refusals.ownEntry, 'own')
      if (!(await addVoice(ctx, entryId, { reason, words: words ?? null })))
        throw new Conflict(refusals.reportedAlready, 'reported')
      // Without a name: an author may be an admin, who reads the log.
      await audit({ db: ctx.db, viewer: null }, 'report:create', entryId, { reason })
      return { entryId }
    },
  }),

  reports: operation({
    method: 'GET',
    path: '/reports',
    permission: 'moderator',
    summary: 'List what readers report, entry by entry',
    input: ReportQuery,
    output: Reports,
    async handler(ctx, { state, limit, lastKey }) {
      const open = state === 'open'
      const moment = open ? reports.newestAt : reports.closedAt
      const rows = await selectReports(ctx)
        .where(
          and(
            open ? isNull(reports.closedAt) : isNotNull(reports.closedAt),
            after(lastKey, moment, 'desc', reports.id),
          ),
        )
        .orderBy(desc(moment), desc(reports.id))
        .limit(limit + 1)
      return toPage(
        rows,
        limit,
        ({ report }) => ({ value: report.closedAt ?? report.newestAt, id: report.id }),
        (row) => presentReport(row, ctx.viewer?.id),
      )
    },
  }),

  countReports: operation({
    method: 'GET',
    path: '/reports/count',
    permission: 'moderator',
    summary: 'Count the open reports that you can decide',
    input: z.object({}),
    output: Count,
    async handler({ db, viewer }) {
      const others = or(isNull(entries.authorId), ne(entries.authorId, viewer?.id ?? ''))
      const [row] = await db
        .select({ count: sql<number>`count(*)::int` })
        .from(reports)
        .innerJoin(entries, eq(entries.id, reports.entryId))
        .where(and(isNull(reports.closedAt), others, readable(viewer)))
      return { count: row?.count ?? 0 }
    },
  }),

  decide: operation({
    method: 'PATCH',
    path: '/reports/:id',
    permission: 'moderator',
    summary: 'Hide what was reported, close the report without hiding, or show the entry again',
    input: Decision,
    output: Report,
    async handler(ctx, { id, resolution, note = '' }) {
      const { entryId, type, ...report } = await readReport(ctx, eq(reports.id, id))
      if (report.own) throw new Forbidden(refusals.ownPost)
      // What its author took back nobody sees, and anyone may close.
      if (report.unseen && !(report.unseen === 'draft' && resolution === 'kept')) throw new Forbidden(refusals.notSeen)
      if (resolution === 'restored') await show(ctx, entryId, type)
      else {
        await lockOpen(ctx, id, entryId)
        if (resolution === 'kept') await keep(ctx, entryId, note)
        else await hideReported(ctx, entryId, type, note)
      }
      const { entryId: _, type: __, ...decided } = await readReport(ctx, eq(reports.id, id))
      return decided
    },
  }),

  countPosts: operation({
    method: 'GET',
    path: '/members/:id/posts',
    permission: 'moderator',
    summary: 'Count the posts of an account that you could hide',
    input: ById,
    output: Count,
    handler: async ({ db, viewer }, { id }) => ({
      count: await db.$count(entries, and(eq(entries.authorId, id), listed(viewer))),
    }),
  }),

  hideAll: operation({
    method: 'POST',
    path: '/members/:id/hidings',
    permission: 'moderator',
    summary: 'Hide all posts of an account that you see, at once',
    input: NewHiding,
    output: HidingAct,
    status: 201,
    async handler(ctx, { id, reason }) {
      if (id === ctx.viewer?.id) throw new Forbidden(refusals.ownPosts)
      const act = await hideAllOf(ctx, id, reason)
      await tellOfHiding(ctx, idsOf(act.hidden), 'hidden')
      return readAct(ctx, act.id)
    },
  }),

  hidings: operation({
    method: 'GET',
    path: '/hidings',
    permission: 'moderator',
    summary: 'List what was hidden at once, newest first',
    input: PageQuery,
    output: Page(HidingAct),
    async handler(ctx, { limit, lastKey }) {
      const rows = await selectActs(ctx)
        .where(after(lastKey, hidingActs.createdAt, 'desc', hidingActs.id))
        .orderBy(desc(hidingActs.createdAt), desc(hidingActs.id))
        .limit(limit + 1)
      return toPage(rows, limit, (row) => ({ value: row.createdAt, id: row.id }), presentAct)
    },
  }),

  liftHiding: operation({
    method: 'DELETE',
    path: '/hidings/:id',
    permission: 'moderator',
    summary: 'Show again all that was hidden at once',
    input: ById,
    output: HidingAct,
    async handler(ctx, { id }) {
      const { act, shown } = await liftAct(ctx, id)
      if (act.accountId === ctx.viewer?.id) throw new Forbidden(refusals.ownPosts)
      await tellOfHiding(ctx, idsOf(shown), 'shown')
      return readAct(ctx, id)
    },
  }),
}

/** The entry is locked first, here and where it is hidden from its page: whoever comes second finds it decided. */
async function lockOpen({ db }: Context, id: string, entryId: string): Promise<void> {
  await db.select({ id: entries.id }).from(entries).where(eq(entries.id, entryId)).for('update')
  const open = await db.$count(reports, and(eq(reports.id, id), isNull(reports.closedAt)))
  if (open === 0) throw new Conflict(refusals.decided, 'decided')
}

async function hideReported(ctx: Context, entryId: string, type: string, reason: string) {
  const entry = await requireChangeable(ctx, { type }, entryId, { state: 'hidden', reason }, {})
  await updateEntry(ctx, entry, { state: 'hidden' })
  await tellOfHiding(ctx, [entryId], 'hidden')
}

async function keep(ctx: Context, entryId: string, note: string) {
  const { id, type, title, authorId } = entries
  const about = await ctx.db.select({ id, type, title, authorId }).from(entries).where(eq(id, entryId))
  await closeReports(ctx, about, 'kept', note)
  await audit(ctx, 'report:keep', entryId, { note })
}

async function show(ctx: Context, entryId: string, type: string) {
  const entry = await requireChangeable(ctx, { type }, entryId, { state: 'published' }, {})
  if (entry.state !== 'hidden') throw new Conflict(refusals.notHidden, 'shown')
  await updateEntry(ctx, entry, { state: 'published' })
  await tellOfHiding(ctx, [entryId], 'shown')
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
