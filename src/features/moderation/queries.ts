import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { waitInTurn } from '#accounts/turns.ts'
import { type BriefRow, briefColumns, presentBrief } from '#content/briefs.ts'
import { comments } from '#content/entry/comment/table.ts'
import { listsOf, rowsOf } from '#content/entry/list/reads.ts'
import { authorOf } from '#content/entry/present.ts'
import { narrowed } from '#content/entry/report/close.ts'
import { readableAsReported, reportedEntry, reportReadable } from '#content/entry/report/readable.ts'
import type { Reason } from '#content/entry/report/schema.ts'
import { hidingActs, hidings, type Reported, reports, reportVoices } from '#content/entry/report/table.ts'
import { entries } from '#content/entry/table.ts'
import { readable } from '#content/entry/visibility/rules.ts'
import { heritage } from '#content/heritage/table.ts'
import { presentComment, selectComments } from '#content/media/comment/queries.ts'
import type { Comment } from '#content/media/comment/schema.ts'
import { filesIn, presentFile } from '#content/media/queries.ts'
import { files } from '#content/media/table.ts'
import { proverbs } from '#content/proverb/table.ts'
import { vocabulary } from '#content/vocabulary/table.ts'
import type { Context } from '#core/context.ts'
import { existing, NotFound, TooMany } from '#core/errors.ts'
import { accounts } from '#core/tables.ts'
import type { HidingAct, Report } from './schema.ts'

const maxVoices = 20
const closers = alias(accounts, 'closers')
const moderators = alias(accounts, 'moderators')

type Voices = { reason: Reason; words: string | null; name: string | null; createdAt: string }[]

/** The author of the reported entry or comment. */
const writer = sql<string | null>`(case when ${entries.id} is null then ${reports.authorId}
  when ${reports.commentId} is null then ${entries.authorId} else ${comments.authorId} end)`

/** These numbers and lists are subqueries, so that a page reads them all with one statement. */
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
function selectReports({ db, viewer }: Pick<Context, 'db' | 'viewer'>) {
  const { id, commentId, reported, resolution, note, openedAt, newestAt, closedAt } = reports
  return db
    .select({
      report: { id, commentId, reported, resolution, note, openedAt, newestAt, closedAt },
      closedBy: closers.name,
      ...counted,
      entry: briefColumns,
      seen: reportReadable(viewer),
      seenAsReported: readableAsReported(viewer),
      isGone: sql<boolean>`${entries.id} is null`,
      text: sql<
        string | null
      >`(case when ${reports.commentId} is null then ${entries.words} else ${comments.text} end)`,
      /** The files that the entry or comment shows now. */
      fileIds: sql<string[]>`(case when ${reports.commentId} is null then array(select f.id from ${files} f
        where f.entry_id = ${entries.id} and f.withheld is null) else array[${comments.voiceId}] end)`,
      /** The files that it had when it was reported; none once the report is closed. */
      reportedFiles: filesIn(sql`case when ${closedAt} is null then array(
        select (f->>'id')::uuid from jsonb_array_elements(${reported}->'files') f) else '{}' end`),
      writer,
    })
    .from(reports)
    .leftJoin(comments, eq(comments.id, reports.commentId))
    .leftJoin(entries, reportedEntry)
    .leftJoin(vocabulary, eq(vocabulary.entryId, entries.id))
    .leftJoin(proverbs, eq(proverbs.entryId, entries.id))
    .leftJoin(heritage, eq(heritage.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .leftJoin(closers, eq(closers.id, reports.closedBy))
    .$dynamic()
}

export const listReports = listsOf('reports', selectReports, {
  open: { of: () => isNull(reports.closedAt), by: [desc(reports.newestAt), desc(reports.id)] },
  closed: { of: () => isNotNull(reports.closedAt), by: [desc(reports.closedAt), desc(reports.id)] },
})

const openCount = rowsOf(
  'reports_open',
  ({ db }) =>
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(reports)
      .leftJoin(comments, eq(comments.id, reports.commentId))
      .leftJoin(entries, reportedEntry)
      .$dynamic(),
  (viewer) => {
    const others = sql`${writer} is distinct from ${viewer?.id ?? null}::uuid`
    return and(isNull(reports.closedAt), others, reportReadable(viewer))
  },
)

/** Counts the open reports that the viewer can decide. */
export async function countOpenReports(ctx: Pick<Context, 'db' | 'viewer'>): Promise<{ count: number }> {
  const [row] = await openCount(ctx)
  return { count: row?.count ?? 0 }
}
type Row = Awaited<ReturnType<typeof selectReports>>[number]

/**
 * Returns a report. Hides the entry, the reasons and the reporters' words from a moderator who may not see what was
 * reported, and the reporters' words from its author.
 * @param comment the reported comment, if a comment was reported
 */
function presentReport(row: Row, viewerId: string | undefined, comment: Comment | null): Report {
  const { seen, seenAsReported, isGone, closedBy, count, reasons, hiddenBefore } = row
  const { commentId: _, reported, note, ...report } = row.report
  // The columns are null only if the entry is gone.
  const entry = isGone ? null : (row.entry as BriefRow)
  const unseen = seen ? null : entry?.state === 'draft' ? 'draft' : 'limited'
  // Any moderator may decide about a draft, but the reasons belong to those who could see what was reported.
  const mayRead = seen || (unseen === 'draft' && seenAsReported)
  const isReplaced = reported?.files?.some((file) => !row.fileIds.includes(file.id)) ?? false
  const isChanged = unseen === 'draft' || isReplaced || reported?.text !== row.text || reported?.title !== entry?.title
  const reportedFiles = row.reportedFiles.map(presentFile)
  const own = row.writer !== null && row.writer === viewerId
  const voices = row.voices.map((voice) => ({ ...voice, createdAt: new Date(voice.createdAt).toISOString() }))
  return {
    ...report,
    note: mayRead ? note : null,
    closedBy: mayRead ? closedBy : null,
    count,
    reasons: (mayRead && reasons) || {},
    voices: own || !seen ? [] : voices,
    entry: seen && entry ? presentBrief(entry) : null,
    comment: seen ? comment : null,
    gone: isGone,
    reported:
      reported && seenAsReported && isChanged
        ? { title: reported.title, text: reported.text, files: own ? [] : reportedFiles }
        : null,
    unseen,
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
  const { id, type } = row.entry
  return { report, entryId: id, type, commentId: row.report.commentId }
}

const maxPerDay = 30

/**
 * Throws TooMany if the viewer has sent more reports in 24 hours than a well-meaning reader would. Reports of one
 * account wait for each other, so that many at the same time can't exceed the limit.
 */
export async function refuseManyReports({ db, viewer }: Pick<Context, 'db' | 'viewer'>): Promise<void> {
  await waitInTurn(db, 'reports', viewer?.id ?? '')
  const reportsToday = await db.$count(
    reportVoices,
    and(eq(reportVoices.reporterId, viewer?.id ?? ''), sql`${reportVoices.createdAt} > now() - interval '1 day'`),
  )
  if (reportsToday >= maxPerDay) throw new TooMany(60 * 60)
}

type About = ({ entryId: string } | { commentId: string }) & { authorId: string | null; reported: Reported }

/**
 * Adds the viewer to the open report of an entry or comment, or opens one. Returns false if they had already reported
 * it.
 */
export async function addVoice(ctx: Context, about: About, voice: { reason: Reason; words: string | null }) {
  const [report] = await ctx.db
    .insert(reports)
    .values(about)
    .onConflictDoUpdate({
      target: 'commentId' in about ? reports.commentId : reports.entryId,
      targetWhere: isNull(reports.closedAt),
      set: { newestAt: sql`now()`, reported: narrowed(sql`excluded.reported->'groups'`) },
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

/**
 * Selects every bulk hiding with the account, the moderator, and whether the viewer may read the reason: if they hid
 * the posts, or can see all of them. Deleted posts don't count as visible, because they may have been limited to a
 * group.
 */
function selectActs({ db, viewer }: Pick<Context, 'db' | 'viewer'>) {
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
      mayRead: sql<boolean>`(${hidingActs.moderatorId} = ${viewer?.id ?? null}::uuid
        or not exists (select from ${hidings}
          left join ${comments} on ${comments.id} = ${hidings.commentId}
          left join ${entries} on ${entries.id} = coalesce(${hidings.entryId}, ${comments.entryId})
          where ${hidings.actId} = ${hidingActs.id} and (${readable(viewer)}) is not true))`,
    })
    .from(hidingActs)
    .innerJoin(accounts, eq(accounts.id, hidingActs.accountId))
    .leftJoin(moderators, eq(moderators.id, hidingActs.moderatorId))
    .$dynamic()
}

export const listActs = listsOf('hidings', selectActs, {
  newest: { of: () => undefined, by: [desc(hidingActs.createdAt), desc(hidingActs.id)] },
})

export function presentAct(row: Awaited<ReturnType<typeof selectActs>>[number]): z.input<typeof HidingAct> {
  const { accountId, name, by, mayRead, ...act } = row
  return { ...act, reason: mayRead ? act.reason : null, account: { id: accountId, name }, moderator: by }
}

/** Returns a bulk hiding. Throws NotFound for an unknown id. */
export async function readAct(ctx: Context, id: string) {
  const [row] = await selectActs(ctx).where(eq(hidingActs.id, id))
  return presentAct(existing(row))
}

/** Days for which moderators can read the text of something that was deleted, after they closed its report. */
const keptDays = 180

/** Deletes reports of what has been deleted, `keptDays` days after they were closed. */
export async function deleteOldReports(db: Context['db']): Promise<void> {
  const isGone = and(isNull(reports.entryId), isNull(reports.commentId))
  await db.delete(reports).where(and(isGone, sql`${reports.closedAt} < now() - make_interval(days => ${keptDays})`))
}
