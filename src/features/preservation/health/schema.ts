import { z } from 'zod'

/** Outcome of the latest backup or test restore. Times are in ISO 8601, sizes in bytes. */
export const Run = z.object({
  /** Start of the latest attempt; `error` is an English sentence, or null if it succeeded. */
  triedAt: z.iso.datetime(),
  error: z.string().nullable(),
  /** The latest successful run. */
  done: z
    .object({
      at: z.iso.datetime(),
      seconds: z.number(),
      /** Total size; `moved` is how much of it was copied this time. */
      bytes: z.number(),
      files: z.number().int(),
      moved: z.number(),
      /** Number of files that the database lists but that were missing or damaged in storage. */
      missing: z.number().int(),
    })
    .nullable(),
})
export type Run = z.infer<typeof Run>

const Kind = z.object({ run: Run.nullable(), running: z.boolean(), overdue: z.boolean() })

export const BackupState = z.object({
  /** The settings; null without BACKUP_TO. `at` is HH:MM in UTC. */
  plan: z
    .object({ place: z.enum(['folder', 'bucket']), at: z.string(), encrypted: z.boolean(), drills: z.boolean() })
    .nullable(),
  backup: Kind,
  drill: Kind,
})
export type BackupState = z.infer<typeof BackupState>
