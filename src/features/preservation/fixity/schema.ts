import { z } from 'zod'
import { Page } from '#core/page.ts'

/** State of the originals. `bytes` is their total size; `oldestCheck` is the time of the oldest check. */
export const FilesState = z.object({
  files: z.number().int(),
  bytes: z.number(),
  /** Number of undamaged originals that were read completely in the last 30 days. */
  read: z.number().int(),
  /** Number of originals that have never been read since they were uploaded. */
  unread: z.number().int(),
  oldestCheck: z.iso.datetime().nullable(),
  damaged: z.number().int(),
})

/**
 * A damaged or missing original. Its name and entry are null if the viewer may not see the entry; a profile photo has
 * no entry.
 */
export const DamagedFile = z.object({
  id: z.uuid(),
  damage: z.enum(['damaged', 'missing']),
  kind: z.enum(['image', 'video', 'audio']),
  /** Size in bytes. */
  size: z.number().int().nullable(),
  createdAt: z.iso.datetime(),
  name: z.string().nullable(),
  entry: z.object({ title: z.string(), url: z.string() }).nullable(),
})
export type DamagedFile = z.infer<typeof DamagedFile>
export const DamagedFiles = Page(DamagedFile)
