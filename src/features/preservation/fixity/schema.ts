import { z } from 'zod'
import { Page } from '#core/page.ts'

/** How the originals are. `bytes` of all of them; `oldestCheck` of the one that was not read for longest. */
export const FilesState = z.object({
  files: z.number().int(),
  bytes: z.number(),
  /** Read whole in the last 30 days. */
  read: z.number().int(),
  /** Never read since they came. */
  unread: z.number().int(),
  oldestCheck: z.iso.datetime().nullable(),
  damaged: z.number().int(),
})

/** An original that is damaged or missing; name and entry are null where the viewer may not see that entry. */
export const DamagedFile = z.object({
  id: z.uuid(),
  damage: z.enum(['damaged', 'missing']),
  kind: z.enum(['image', 'video', 'audio']),
  /** Bytes. */
  size: z.number().int().nullable(),
  createdAt: z.iso.datetime(),
  name: z.string().nullable(),
  entry: z.object({ title: z.string(), url: z.string() }).nullable(),
})
export type DamagedFile = z.infer<typeof DamagedFile>
export const DamagedFiles = Page(DamagedFile)
