import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Viewer } from './context.ts'
import { auditLog } from './tables.ts'

/** Writes one line of the activity log, in the caller's transaction. */
export async function audit(
  ctx: { db: NodePgDatabase; viewer: Pick<Viewer, 'id'> | null },
  action: string,
  subjectId: string | null,
  detail?: Record<string, unknown>,
) {
  await ctx.db.insert(auditLog).values({ actorId: ctx.viewer?.id ?? null, action, subjectId, detail: detail ?? null })
}
