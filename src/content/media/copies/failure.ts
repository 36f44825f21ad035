import { and, eq, not, sql } from 'drizzle-orm'
import { z } from 'zod'
import { mailKind } from '#accounts/mail-about.ts'
import { pageOf } from '#content/entry/address.ts'
import { tell } from '#content/entry/notify.ts'
import { entries } from '#content/entry/table.ts'
import { audit } from '#core/audit.ts'
import type { JobContext } from '#core/context.ts'
import { isDiscarded } from '../queries.ts'
import { files } from '../table.ts'
import { type Failure, failures, mailTexts } from './mail-texts.ts'

type File = Pick<typeof files.$inferSelect, 'id' | 'uploaderId' | 'entryId'>

/** Tells the uploader of a file that no copies of it could be made, and what to do. */
export const failureMail = mailKind({
  name: 'file-failed',
  about: z.object({ fileId: z.string(), why: z.enum(failures) }),
  isOptional: true,
  async compose({ db, site }, reader, { fileId, why }) {
    const isTheirs = and(eq(files.uploaderId, reader.id), eq(files.processing, 'failed'))
    const [row] = await db
      .select({ file: files.name, kind: files.kind, entry: { id: entries.id, type: entries.type } })
      .from(files)
      .leftJoin(entries, eq(entries.id, files.entryId))
      .where(and(eq(files.id, fileId), isTheirs))
    if (!row) return null
    const { entry, ...facts } = row
    const url = site.baseUrl + (entry ? pageOf(entry) : '/profile')
    return { text: mailTexts[reader.language]({ ...facts, why }), url, entryId: entry?.id }
  },
})

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
    await tell({ ...ctx, ...inside }, file.uploaderId, failureMail, { fileId: file.id, why })
  })
}
