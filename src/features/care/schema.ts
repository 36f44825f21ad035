import { z } from 'zod'

/** How the latest backup or drill went. Times are ISO 8601, sizes bytes. */
export const Run = z.object({
  /** When the latest was begun, and null or why it did not end well, in one English sentence. */
  triedAt: z.iso.datetime(),
  error: z.string().nullable(),
  /** The latest that ended well: what it holds is of this moment. */
  done: z
    .object({
      at: z.iso.datetime(),
      seconds: z.number(),
      /** All that it holds, and what of that had to be moved this time. */
      bytes: z.number(),
      files: z.number().int(),
      moved: z.number(),
      /** Files that the database names and storage had no longer, or damaged. */
      missing: z.number().int(),
    })
    .nullable(),
})
export type Run = z.infer<typeof Run>

const Kind = z.object({ run: Run.nullable(), running: z.boolean(), overdue: z.boolean() })

/** Whether the site is copied elsewhere, and whether such a copy has been tried. */
export const BackupState = z.object({
  /** What the settings say; null where they name no place. `at` is HH:MM in UTC. */
  plan: z
    .object({ place: z.enum(['folder', 'bucket']), at: z.string(), encrypted: z.boolean(), drills: z.boolean() })
    .nullable(),
  backup: Kind,
  drill: Kind,
})
export type BackupState = z.infer<typeof BackupState>
