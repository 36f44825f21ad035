import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { briefColumns, presentBrief } from '#content/briefs.ts'
import { comments } from '#content/entry/comment/table.ts'
import { authorOf } from '#content/entry/present.ts'
import type { Reason } from '#content/entry/report/schema.ts'
import { hidingActs, hidings, reports, reportVoices } from '#content/entry/report/table.ts'
import { entries } from '#content/entry/table.ts'
import { readable } from '#content/entry/visibility/rules.ts'
import { heritage } from '#content/heritage/table.ts'
import { presentComment, selectComments } from '#content/media/comment/queries.ts'
import type { Comment } from '#content/media/comment/schema.ts'
import { proverbs } from '#content/proverb/table.ts'
import { vocabulary } from '#content/vocabulary/table.ts'
import type { Context } from '#core/context.ts'
import { NotFound, TooMany } from '#core/errors.ts'
import { accounts } from '#core/tables.ts'
import type { HidingAct, Report } from './schema.ts'

const maxVoices = 20
const closers = alias(accounts, 'closers')
const moderators = alias(accounts, 'moderators')

type Voices = { reason: Reason; words: string | null; name: string | null; createdAt: string }[]

/** The condition that joins a report with the reported entry, or with the entry of the reported comment. */
export const reportedEntry = or(eq(entries.id, reports.entryId), eq(entries.id, comments.entryId))

/** The author of the reported entry or comment. */
export const writer = sql<
  string | null
>`(case when ${reports.commentId} is null then ${entries.authorId} else ${comments.authorId} end)`

/** These numbers and lists are subqueries, so that a page needs only one statement. */
const counted = {
  count: sql<number>`(select count(*)::int from ${reportVoices} where ${reportVoices.reportId} = ${reports.id})`,
  reasons: sql<Record<Reason, number>>`(
    select jsonb_object_agg(reason, n) from (
      select reason, count(*) as n from ${reportVoices} where ${reportVoices.reportId} = ${reports.id} group by reason
    ) as given)`,
  voices: sql<Voices>`(
    select coalesce(jsonb_agg(voice), '[]') from (
      select v.reason, v.words, a.name, v.created_at as "createdAt"
      from ${reportVoices} v left join ${accounts} a on a.id = v.reporter_id
      where v.report_id = ${reports.id} order by v.created_at desc, v.id limit ${sql.raw(String(maxVoices))}
    ) as voice)`,
  hiddenBefore: sql<number>`(
    select count(*)::int from ${hidings} h
    where h.author_id = ${writer} and case when ${reports.commentId} is null
      then h.entry_id is distinct from ${entries.id} else h.comment_id is distinct from ${reports.commentId} end)`,
}

/** Selects reports with their entry, whether the viewer may see it, and the data for a decision. */
export function selectReports({ db, viewer }: Pick<Context, 'db' | 'viewer'>) {
  const { id, commentId, resolution, note, openedAt, newestAt, closedAt } = reports
  return db
    .select({
      report: { id, commentId, resolution, note, openedAt, newestAt, closedAt },
      closedBy: closers.name,
      ...counted,
      entry: briefColumns,
      seen: sql<boolean>`(${readable(viewer)})`,
      writer,
    })
    .from(reports)
    .leftJoin(comments, eq(comments.id, reports.commentId))
    .innerJoin(entries, reportedEntry)
    .leftJoin(vocabulary, eq(vocabulary.entryId, entries.id))
    .leftJoin(proverbs, eq(proverbs.entryId, entries.id))
    .leftJoin(heritage, eq(heritage.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .leftJoin(closers, eq(closers.id, reports.closedBy))
    .$dynamic()
}
type Row = Awaited<ReturnType<typeof selectReports>>[number]

/**
 * Returns a report without the entry and the comments if the moderator may not see it, and without names if they wrote
 * it.
 * @param comment the reported comment, if it is one
 */
export function presentReport(row: Row, viewerId: string | undefined, comment: Comment | null): Report {
  const { entry, seen, closedBy, count, reasons, hiddenBefore } = row
  const { commentId: _, ...report } = row.report
  const own = row.writer !== null && row.writer === viewerId
  const voices = row.voices.map((voice) => ({ ...voice, createdAt: new Date(voice.createdAt).toISOString() }))
  return {
    ...report,
    closedBy,
    count,
    reasons: reasons ?? {},
    voices: own || !seen ? [] : voices,
    entry: seen ? presentBrief(entry) : null,
    comment: seen ? comment : null,
    unseen: seen ? null : entry.state === 'draft' ? 'draft' : 'limited',
    own,
    hiddenBefore: seen ? hiddenBefore : 0,
  }
}

/** Returns the reports of a page with the comments that they are about, read with one statement. */
export async function presentReports(ctx: Context, rows: Row[]): Promise<Report[]> {
  const ids = rows.flatMap(({ report }) => report.commentId ?? [])
  const commentRows = ids.length ? await selectComments(ctx).where(inArray(comments.id, ids)) : []
  const commentsById = new Map(commentRows.map((row) => [row.comment.id, presentComment(row, ctx)]))
  return rows.map((row) => presentReport(row, ctx.viewer?.id, commentsById.get(row.report.commentId ?? '') ?? null))
}

/** Returns one report with what moderators need to decide. Throws NotFound if there is none. */
export async function readReport(ctx: Context, where: SQL) {
  const rows = await selectReports(ctx).where(where)
  const [row] = rows
  const [report] = await presentReports(ctx, rows)
  if (!row || !report) throw new NotFound()
  return { report, entryId: row.entry.id, type: row.entry.type, commentId: row.report.commentId }
}

const maxPerDay = 30

/** Throws TooMany if the viewer has sent more reports in 24 hours than a well-meaning reader would. */
export async function refuseManyReports({ db, viewer }: Pick<Context, 'db' | 'viewer'>): Promise<void> {
  const reportsToday = await db.$count(
    reportVoices,
    and(eq(reportVoices.reporterId, viewer?.id ?? ''), sql`${reportVoices.createdAt} > now() - interval '1 day'`),
  )
  if (reportsToday >= maxPerDay) throw new TooMany(60 * 60)
}

type About = { entryId: string } | { commentId: string }

/**
 * Adds the viewer to the open report of an entry or comment, or opens one. Returns false if they had reported it already.
 */
export async function addVoice(ctx: Context, about: About, voice: { reason: Reason; words: string | null }) {
  const [report] = await ctx.db
    .insert(reports)
    .values(about)
    .onConflictDoUpdate({
      target: 'commentId' in about ? reports.commentId : reports.entryId,
      targetWhere: isNull(reports.closedAt),
      set: { newestAt: sql`now()` },
    })
    .returning({ id: reports.id, newestAt: reports.newestAt })
  if (!report) throw new Error('insert into reports returned no row')
  const added = await ctx.db
    .insert(reportVoices)
    .values({ reportId: report.id, reporterId: ctx.viewer?.id ?? null, ...voice })
    .onConflictDoNothing()
    .returning({ id: reportVoices.id })
  return added.length > 0
}

/** Selects acts that hid several posts, with the account and the moderator. */
export function selectActs({ db }: Pick<Context, 'db'>) {
  const { id, reason, count, createdAt, liftedAt } = hidingActs
  return db
    .select({
      id,
      reason,
      count,
      createdAt,
      liftedAt,
      accountId: accounts.id,
      name: accounts.name,
      by: moderators.name,
    })
    .from(hidingActs)
    .innerJoin(accounts, eq(accounts.id, hidingActs.accountId))
    .leftJoin(moderators, eq(moderators.id, hidingActs.moderatorId))
    .$dynamic()
}

export function presentAct(row: Awaited<ReturnType<typeof selectActs>>[number]): z.input<typeof HidingAct> {
  const { accountId, name, by, ...act } = row
  return { ...act, account: { id: accountId, name }, moderator: by }
}

/** Returns an act that hid several posts. Throws NotFound for an unknown id. */
export async function readAct(ctx: Context, id: string) {
  const [row] = await selectActs(ctx).where(eq(hidingActs.id, id))
  if (!row) throw new NotFound()
  return presentAct(row)
}
