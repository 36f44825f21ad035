import { z } from 'zod'

/** Outcome of the latest backup or trial restore. Times are ISO 8601, sizes bytes. */
export const Run = z.object({
  /** Start of the latest attempt, and its error as an English sentence, or null. */
  triedAt: z.iso.datetime(),
  error: z.string().nullable(),
  /** The latest success; its contents are of this time. */
  done: z
    .object({
      at: z.iso.datetime(),
      seconds: z.number(),
      /** Total size, and how much of it was copied this time. */
      bytes: z.number(),
      files: z.number().int(),
      moved: z.number(),
      /** Files in the database that the storage lacked or had damaged. */
      missing: z.number().int(),
    })
    .nullable(),
})
export type Run = z.infer<typeof Run>

const Kind = z.object({ run: Run.nullable(), running: z.boolean(), overdue: z.boolean() })

/** State of the backups and trial restores. */
export const BackupState = z.object({
  /** The settings; null without BACKUP_TO. `at` is HH:MM in UTC. */
  plan: z
    .object({ place: z.enum(['folder', 'bucket']), at: z.string(), encrypted: z.boolean(), drills: z.boolean() })
    .nullable(),
  backup: Kind,
  drill: Kind,
})
export type BackupState = z.infer<typeof BackupState>
