import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { comments } from '../comment/table.ts'
import { entries } from '../table.ts'
import { reportJobs } from './job-types.ts'
import { tellReporters } from './mail.ts'
import { hidings, type Reported, reports } from './table.ts'

/** Reports and hidings are about entries or comments. */
type Subject = 'entryId' | 'commentId'

/**
 * Returns SQL for what was reported. If it was not limited to groups then, it is limited to these: a reason given now
 * is only for those who can see the entry now, even after it is deleted.
 */
export function narrowed(groups: SQL): SQL<Reported> {
  return sql`case when ${reports.reported}->'groups' = '[]'
    then jsonb_set(${reports.reported}, '{groups}', coalesce(${groups}, '[]')) else ${reports.reported} end`
}

/** Decides the open reports of entries or comments and emails the people who reported them. */
export async function closeReports(
  ctx: Context,
  subject: Subject,
  ids: string[],
  resolution: 'hidden' | 'kept',
  note: string,
): Promise<void> {
  const groups = sql`(select to_jsonb(${entries.groups}) from ${entries} where ${entries.id} = coalesce(
    ${reports.entryId}, (select ${comments.entryId} from ${comments} where ${comments.id} = ${reports.commentId})))`
  const closed = await ctx.db
    .update(reports)
    .set({ resolution, note, closedBy: ctx.viewer?.id ?? null, closedAt: sql`now()`, reported: narrowed(groups) })
    .where(and(inArray(reports[subject], ids), isNull(reports.closedAt)))
    .returning({ id: reports.id })
  if (closed.length === 0) return
  await reportJobs.releaseFiles.add(ctx, {})
  await tellReporters(ctx, idsOf(closed))
}

/** Ends the hidings of entries or comments that are shown again, and marks the reports behind them as `restored`. */
export async function liftHidings({ db }: Context, subject: Subject, ids: string[]): Promise<void> {
  await db
    .update(hidings)
    .set({ liftedAt: sql`now()` })
    .where(and(inArray(hidings[subject], ids), isNull(hidings.liftedAt)))
  await db
    .update(reports)
    .set({ resolution: 'restored' })
    .where(and(inArray(reports[subject], ids), eq(reports.resolution, 'hidden')))
}

export function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}

/** Splits rows into batches, because a statement takes 65,535 values at most. */
export function* inBatches<T>(rows: readonly T[]): Generator<T[]> {
  const size = 5000
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}
