import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { hideableCommentsOf, hideComment, restoreComment } from '#content/entry/comment/moderate.ts'
import { comments } from '#content/entry/comment/table.ts'
import { after } from '#content/entry/list/where.ts'
import { hideAllOf, liftAct } from '#content/entry/moderation/moderate.ts'
import { refusals as entryRefusals } from '#content/entry/refusals.ts'
import { closeReports, idsOf } from '#content/entry/report/close.ts'
import { reportJobs } from '#content/entry/report/job-types.ts'
import { NewReport } from '#content/entry/report/schema.ts'
import { hidingActs, reports } from '#content/entry/report/table.ts'
import { ById } from '#content/entry/schema.ts'
import { entries } from '#content/entry/table.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import { requireChangeable } from '#content/entry/write/change.ts'
import { updateEntry } from '#content/entry/write/write.ts'
import { tellOfHiding } from '#content/event/registration/change.ts'
import { lockComment } from '#content/media/comment/queries.ts'
import { filesToReport } from '#content/media/reported-files.ts'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { Conflict, Forbidden, NotFound } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { Page, PageQuery, toPage } from '#core/page.ts'
import { mayDecide, mayModerate } from './policy.ts'
import {
  addVoice,
  countOpenReports,
  listActs,
  listReports,
  presentAct,
  presentReports,
  readAct,
  readReport,
  refuseManyReports,
} from './queries.ts'
import { refusals } from './refusals.ts'
import { Decision, HidingAct, NewHiding, Report, ReportQuery, Reports, type resolutions } from './schema.ts'

type Resolution = (typeof resolutions)[number]

const Count = z.object({ count: z.number().int() })

export const moderation = {
  report: operation('POST', '/reports', 'member', {
    summary: 'Report an entry or a comment to the moderators',
    input: NewReport,
    output: z.object({ entryId: z.uuid() }),
    status: 201,
    async handler(ctx, { entryId, commentId = null, reason, words }) {
      await refuseManyReports(ctx)
      // The entry is locked so that nobody hides it between this check and the report.
      const { authorId: by, title, words: content, visibility, groups } = entries
      const [entry] = await ctx.db
        .select({ authorId: by, title, content, visibility, groups })
        .from(entries)
        .where(and(eq(entries.id, entryId), listed(ctx.viewer)))
        .for('share')
      if (!entry) throw new NotFound()
      const comment = commentId ? await reportable(ctx, entryId, commentId) : undefined
      const { authorId } = comment ?? entry
      if (authorId === ctx.viewer?.id) throw new Conflict(refusals.ownEntry, 'own')
      const { content: entryText, title: entryTitle, visibility: seenBy, groups: within } = entry
      const files = await filesToReport(ctx.db, comment ?? { entryId })
      const text = comment?.text ?? entryText
      const reported = { title: entryTitle, text, files, visibility: seenBy, groups: within }
      const about = { ...(commentId ? { commentId } : { entryId }), authorId, reported }
      if (!(await addVoice(ctx, about, { reason, words: words ?? null })))
        throw new Conflict(refusals.reportedAlready, 'reported')
      // The log doesn't name the reporter, because the author may be an admin who reads it.
      await audit({ db: ctx.db, viewer: null }, 'report:create', entryId, { reason, ...(commentId && { commentId }) })
      return { entryId }
    },
  }),

  reports: operation('GET', '/reports', 'moderator', {
    summary: 'List the reports, grouped by entry or comment',
    input: ReportQuery,
    output: Reports,
    async handler(ctx, { state, limit, lastKey }) {
      const moment = state === 'open' ? reports.newestAt : reports.closedAt
      const rows = await listReports(ctx, state, limit, after(lastKey, moment, 'desc', reports.id))
      const keyOf = ({ report }: (typeof rows)[number]) => ({
        value: report.closedAt ?? report.newestAt,
        id: report.id,
      })
      const page = toPage(rows, limit, keyOf, (row) => row)
      return { ...page, items: await presentReports(ctx, page.items) }
    },
  }),

  countReports: operation('GET', '/reports/count', 'moderator', {
    summary: 'Count the open reports that you can decide',
    output: Count,
    handler: countOpenReports,
  }),

  decide: operation('PATCH', '/reports/:id', 'moderator', {
    summary: 'Hide what was reported, close the report without hiding it, or show it again',
    input: Decision,
    output: Report,
    async handler(ctx, { id, resolution, note = '' }) {
      const { entryId, commentId, type, report } = await readReport(ctx, eq(reports.id, id))
      if (!mayDecide(report, resolution)) throw new Forbidden(report.own ? entryRefusals.ownPost : refusals.notSeen)
      if (!entryId || !type) await closeGone(ctx, id, resolution, note)
      else if (commentId) await decideOnComment(ctx, { id, entryId, commentId }, resolution, note)
      else if (resolution === 'restored') await show(ctx, entryId, type)
      else {
        // The entry is locked first, as when it is hidden on its page, so that a second moderator finds the report
        // decided.
        await ctx.db.select({ id: entries.id }).from(entries).where(eq(entries.id, entryId)).for('update')
        await requireOpen(ctx, id)
        if (resolution === 'kept') await keep(ctx, entryId, note)
        else await hideReported(ctx, entryId, type, note)
      }
      return (await readReport(ctx, eq(reports.id, id))).report
    },
  }),

  countPosts: operation('GET', '/members/:id/posts', 'moderator', {
    summary: 'Count the posts and comments of an account that you can hide',
    input: ById,
    output: Count,
    async handler({ db, viewer }, { id }) {
      const posts = await db.$count(entries, and(eq(entries.authorId, id), listed(viewer)))
      return { count: posts + (await db.$count(comments, hideableCommentsOf({ db, viewer }, id))) }
    },
  }),

  hideAll: operation('POST', '/members/:id/hidings', 'moderator', {
    summary: 'Hide all posts and comments of an account that you can see',
    input: NewHiding,
    output: HidingAct,
    status: 201,
    async handler(ctx, { id, reason }) {
      if (!mayModerate(ctx.viewer, id)) throw new Forbidden(refusals.ownPosts)
      const act = await hideAllOf(ctx, id, reason)
      await tellOfHiding(ctx, idsOf(act.hidden), 'hidden')
      return readAct(ctx, act.id)
    },
  }),

  hidings: operation('GET', '/hidings', 'moderator', {
    summary: 'List the times that posts and comments were hidden in bulk, newest first',
    input: PageQuery,
    output: Page(HidingAct),
    async handler(ctx, { limit, lastKey }) {
      const rows = await listActs(ctx, 'newest', limit, after(lastKey, hidingActs.createdAt, 'desc', hidingActs.id))
      return toPage(rows, limit, (row) => ({ value: row.createdAt, id: row.id }), presentAct)
    },
  }),

  liftHiding: operation('DELETE', '/hidings/:id', 'moderator', {
    summary: 'Undo a bulk hiding: show again everything that is still hidden because of it',
    input: ById,
    output: HidingAct,
    async handler(ctx, { id }) {
      const { act, restored } = await liftAct(ctx, id)
      if (!mayModerate(ctx.viewer, act.accountId)) throw new Forbidden(refusals.ownPosts)
      await tellOfHiding(ctx, idsOf(restored), 'shown')
      return readAct(ctx, id)
    },
  }),
}

/** Throws Conflict if the report has been decided. Callers must lock the entry or comment first. */
async function requireOpen({ db }: Context, id: string): Promise<void> {
  const open = await db.$count(reports, and(eq(reports.id, id), isNull(reports.closedAt)))
  if (open === 0) throw new Conflict(refusals.decided, 'decided')
}

/** Returns a comment that the viewer may report. Throws NotFound for other comments. */
async function reportable(ctx: Context, entryId: string, commentId: string) {
  const comment = await lockComment(ctx, commentId)
  if (comment.entryId !== entryId || comment.state !== 'published') throw new NotFound()
  return comment
}

/** Closes the report of something that was deleted. Throws Conflict if it is to be hidden or shown instead. */
async function closeGone(ctx: Context, id: string, resolution: Resolution, note: string) {
  if (resolution !== 'kept') throw new Conflict(refusals.gone, 'gone')
  await ctx.db.select({ id: reports.id }).from(reports).where(eq(reports.id, id)).for('update')
  await requireOpen(ctx, id)
  const [closed] = await ctx.db
    .update(reports)
    .set({ resolution, note, closedBy: ctx.viewer?.id ?? null, closedAt: sql`now()` })
    .where(eq(reports.id, id))
    .returning({ reported: reports.reported })
  await reportJobs.releaseFiles.add(ctx, {})
  // Every admin can read this line, because it has no subject, so a note about an entry of a group isn't in it.
  await audit(ctx, 'report:keep', null, closed?.reported?.groups.length === 0 ? { note } : undefined)
}

type CommentReport = { id: string; entryId: string; commentId: string }

async function decideOnComment(ctx: Context, report: CommentReport, resolution: Resolution, note: string) {
  const { id, entryId, commentId } = report
  const comment = await lockComment(ctx, commentId)
  if (resolution === 'restored') {
    if (comment.state !== 'hidden') throw new Conflict(refusals.notHidden, 'shown')
    return restoreComment(ctx, comment)
  }
  await requireOpen(ctx, id)
  if (resolution === 'hidden') return hideComment(ctx, comment, note)
  await closeReports(ctx, 'commentId', [commentId], 'kept', note)
  await audit(ctx, 'report:keep', entryId, { commentId, note })
}

async function hideReported(ctx: Context, entryId: string, type: string, reason: string) {
  const entry = await requireChangeable(ctx, { type }, entryId, { state: 'hidden', reason }, {})
  await updateEntry(ctx, entry, { state: 'hidden' })
  await tellOfHiding(ctx, [entryId], 'hidden')
}

async function keep(ctx: Context, entryId: string, note: string) {
  await closeReports(ctx, 'entryId', [entryId], 'kept', note)
  await audit(ctx, 'report:keep', entryId, { note })
}

async function show(ctx: Context, entryId: string, type: string) {
  const entry = await requireChangeable(ctx, { type }, entryId, { state: 'published' }, {})
  if (entry.state !== 'hidden') throw new Conflict(refusals.notHidden, 'shown')
  await updateEntry(ctx, entry, { state: 'published' })
  await tellOfHiding(ctx, [entryId], 'shown')
}
