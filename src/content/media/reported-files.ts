import { and, eq, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { comments } from '#content/entry/comment/table.ts'
import { readableAsReported, reportedEntry } from '#content/entry/report/readable.ts'
import { type Reported, reports } from '#content/entry/report/table.ts'
import { entries } from '#content/entry/table.ts'
import type { Viewer } from '#core/context.ts'
import { hasRole } from '#core/permission.ts'
import { files } from './table.ts'

// Moderators can see what was reported as it was, also after its author has replaced or deleted its files.

/** Matches files that an open report names. */
export const isReported: SQL<boolean> = sql`${files.id} in (select (f->>'id')::uuid
  from ${reports}, jsonb_array_elements(${reports.reported}->'files') as f where ${reports.closedAt} is null)`

/** Matches files of open reports that the viewer may decide, as a moderator who didn't write what was reported. */
export function isReportedTo(db: NodePgDatabase, viewer: Viewer | null): SQL | undefined {
  if (!viewer || !hasRole(viewer, 'moderator')) return undefined
  const names = sql`${reports.reported}->'files' @> jsonb_build_array(jsonb_build_object('id', ${files.id}))`
  const byOthers = sql`${reports.authorId} is distinct from ${viewer.id}::uuid`
  const matching = db
    .select({ id: reports.id })
    .from(reports)
    .leftJoin(comments, eq(comments.id, reports.commentId))
    .leftJoin(entries, reportedEntry)
    .where(and(isNull(reports.closedAt), names, byOthers, readableAsReported(viewer)))
  return sql`exists ${matching}`
}

/** Returns the files that a reported entry shows, or the voice note of a comment. */
export async function filesToReport(db: NodePgDatabase, which: { entryId: string } | { voiceId: string | null }) {
  if ('voiceId' in which && !which.voiceId) return []
  const shown = 'entryId' in which ? and(eq(files.entryId, which.entryId), isNull(files.withheld)) : undefined
  const rows: Required<Reported>['files'] = await db
    .select({ id: files.id, sha256: files.sha256 })
    .from(files)
    .where('voiceId' in which ? eq(files.id, which.voiceId ?? '') : shown)
    .orderBy(files.id)
  return rows
}

/** Releases files that only closed reports name, so that they count as discarded. */
export async function releaseReported(db: NodePgDatabase): Promise<void> {
  await db
    .update(files)
    .set({ withheld: null })
    .where(and(eq(files.withheld, 'reported'), not(isReported)))
}
