import { and, eq, not, sql } from 'drizzle-orm'
import { pageOf } from '#content/entry/address.ts'
import { tell } from '#content/entry/notify.ts'
import { entries } from '#content/entry/table.ts'
import { audit } from '#core/audit.ts'
import type { JobContext } from '#core/context.ts'
import { isDiscarded } from '../queries.ts'
import { files } from '../table.ts'
import { type Failure, mailTexts } from './mail-texts.ts'

type File = Pick<typeof files.$inferSelect, 'id' | 'name' | 'kind' | 'uploaderId' | 'entryId'>

/**
 * Marks a file as failed, because its copies can't be made. Adds `reason` to the activity log and tells the uploader
 * what to do, once for each file.
 */
export function markFailed(
  ctx: JobContext,
  file: File,
  { why, reason }: { why: Failure; reason: string },
): Promise<void> {
  return ctx.transaction(async (inside) => {
    const isNew = and(eq(files.id, file.id), not(isDiscarded), sql`${files.processing} is distinct from 'failed'`)
    const failed = await inside.db.update(files).set({ processing: 'failed' }).where(isNew).returning({ id: files.id })
    if (failed.length === 0) return
    await audit({ db: inside.db, viewer: null }, 'media:copies-failed', file.entryId, { fileId: file.id, reason })
    const [entry] = file.entryId
      ? await inside.db.select({ id: entries.id, type: entries.type }).from(entries).where(eq(entries.id, file.entryId))
      : []
    const url = ctx.site.baseUrl + (entry ? pageOf(entry) : '/profile')
    const write: Parameters<typeof tell>[2] = (language) =>
      mailTexts[language]({ file: file.name, why, kind: file.kind })
    await tell({ ...ctx, ...inside }, file.uploaderId, write, { url, entryId: entry?.id, asChosen: true })
  })
}
