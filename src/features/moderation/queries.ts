import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { authorOf, readable } from '#content/entry/queries.ts'
import type { Reason } from '#content/entry/report/schema.ts'
import { hidingActs, hidings, reports, reportVoices } from '#content/entry/report/table.ts'
import { entries } from '#content/entry/table.ts'
import { heritage } from '#content/heritage/table.ts'
import { proverbs } from '#content/proverb/table.ts'
import { vocabulary } from '#content/vocabulary/table.ts'
import type { Context } from '#core/context.ts'
import { NotFound, TooMany } from '#core/errors.ts'
import { accounts } from '#core/tables.ts'
import { briefColumns, presentBrief } from '../archive/queries.ts'
import type { HidingAct, Report } from './schema.ts'

const shownVoices = 20
const closers = alias(accounts, 'closers')
const moderators = alias(accounts, 'moderators')

type Voices = { reason: Reason; words: string | null; name: string | null; createdAt: string }[]

/** Each number and list by a subquery of its own: one statement a page. */
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
      where v.report_id = ${reports.id} order by v.created_at desc, v.id limit ${sql.raw(String(shownVoices))}
    ) as voice)`,
  hiddenBefore: sql<number>`(
    select count(*)::int from ${hidings} h
    where h.author_id = ${entries.authorId} and h.entry_id is distinct from ${entries.id})`,
}

/** Reports with their entry, whether the viewer may see it, and all that is needed to decide. */
export function selectReports({ db, viewer }: Pick<Context, 'db' | 'viewer'>) {
  const { id, resolution, note, openedAt, newestAt, closedAt } = reports
  return db
    .select({
      report: { id, resolution, note, openedAt, newestAt, closedAt },
      closedBy: closers.name,
      ...counted,
      entry: briefColumns,
      seen: sql<boolean>`(${readable(viewer)})`,
    })
    .from(reports)
    .innerJoin(entries, eq(entries.id, reports.entryId))
    .leftJoin(vocabulary, eq(vocabulary.entryId, entries.id))
    .leftJoin(proverbs, eq(proverbs.entryId, entries.id))
    .leftJoin(heritage, eq(heritage.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .leftJoin(closers, eq(closers.id, reports.closedBy))
    .$dynamic()
}
type Row = Awaited<ReturnType<typeof selectReports>>[number]

/** What the moderator may not see shows nothing of it, nor what readers wrote of it; of their own, not who wrote. */
export function presentReport(row: Row, viewerId: string | undefined): Report {
  const { report, entry, seen, closedBy, count, reasons, hiddenBefore } = row
  const own = entry.authorId === viewerId
  const voices = row.voices.map((voice) => ({ ...voice, createdAt: new Date(voice.createdAt).toISOString() }))
  return {
    ...report,
    closedBy,
    count,
    reasons: reasons ?? {},
    voices: own || !seen ? [] : voices,
    entry: seen ? presentBrief(entry) : null,
    unseen: seen ? null : entry.state === 'draft' ? 'draft' : 'limited',
    own,
    hiddenBefore: seen ? hiddenBefore : 0,
  }
}

/** One report; with its entry's own author, for who may decide. Throws NotFound. */
export async function readReport(ctx: Context, where: SQL) {
  const [row] = await selectReports(ctx).where(where)
  if (!row) throw new NotFound()
  return { ...presentReport(row, ctx.viewer?.id), entryId: row.entry.id, type: row.entry.type }
}

const aDay = 30

/** Throws TooMany for who reports more than a reader who means it does. */
export async function refuseManyReports({ db, viewer }: Pick<Context, 'db' | 'viewer'>): Promise<void> {
  const given = await db.$count(
    reportVoices,
    and(eq(reportVoices.reporterId, viewer?.id ?? ''), sql`${reportVoices.createdAt} > now() - interval '1 day'`),
  )
  if (given >= aDay) throw new TooMany(60 * 60)
}

/** Adds the viewer's word to the open report of an entry, or opens one; false when they have said theirs already. */
export async function addVoice(ctx: Context, entryId: string, said: { reason: Reason; words: string | null }) {
  const [report] = await ctx.db
    .insert(reports)
    .values({ entryId })
    .onConflictDoUpdate({
      target: reports.entryId,
      targetWhere: isNull(reports.closedAt),
      set: { newestAt: sql`now()` },
    })
    .returning({ id: reports.id, newestAt: reports.newestAt })
  if (!report) throw new Error('insert into reports returned no row')
  const added = await ctx.db
    .insert(reportVoices)
    .values({ reportId: report.id, reporterId: ctx.viewer?.id ?? null, ...said })
    .onConflictDoNothing()
    .returning({ id: reportVoices.id })
  return added.length > 0
}

/** What was hidden at once, with whose it was and who did it. */
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

/** Throws NotFound. */
export async function readAct(ctx: Context, id: string) {
  const [row] = await selectActs(ctx).where(eq(hidingActs.id, id))
  if (!row) throw new NotFound()
  return presentAct(row)
}
