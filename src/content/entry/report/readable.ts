import { eq, or, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '#core/context.ts'
import { hasRole } from '#core/permission.ts'
import { comments } from '../comment/table.ts'
import { entries } from '../table.ts'
import { groupsOf } from '../visibility/any-viewer.ts'
import { readable } from '../visibility/rules.ts'
import { reports } from './table.ts'

/** The condition that joins a report with the reported entry, or with the entry of the reported comment. */
export const reportedEntry = or(eq(entries.id, reports.entryId), eq(entries.id, comments.entryId))

/** Returns a condition that matches reports of what the viewer could have seen when it was reported. */
function wasReadable(viewer: Viewer | null): SQL<boolean> {
  const groups = sql`${reports.reported}->'groups'`
  return sql`coalesce((${reports.reported}->>'visibility' <> 'keepers' or ${hasRole(viewer, 'keeper')}::boolean)
    and (${groups} = '[]' or ${groups} ?| ${groupsOf(viewer)}::text[]), false)`
}

/** Returns a condition that matches reports of what the viewer may see or, if it is deleted, could have seen. */
export function reportReadable(viewer: Viewer | null): SQL<boolean> {
  return sql`(case when ${entries.id} is null then ${wasReadable(viewer)} else ${readable(viewer)} end)`
}

/** Returns a condition that matches reports whose subject a moderator may read as it was reported. */
export function readableAsReported(viewer: Viewer | null): SQL<boolean> {
  return sql`((${reportReadable(viewer)} or ${entries.state} = 'draft') and ${wasReadable(viewer)})`
}
