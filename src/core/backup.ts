/** What the settings say of copies of the whole site at another place (docs/operating.md). */
export type BackupPlan = {
  place: 'folder' | 'bucket'
  /** When each day, HH:MM in UTC. */
  at: string
  encrypted: boolean
  /** Whether one is restored on trial each month. */
  drills: boolean
}

export type Backups = {
  /** Absent where BACKUP_TO is not set. */
  plan: BackupPlan | undefined
  /** Starts one in a process of its own, which notes in `site_state` how it ended. */
  start(kind: BackupKind): void
}

export type BackupKind = 'backup' | 'drill'

/**
 * Advisory locks of PostgreSQL. While a backup holds `files`, no bytes that the database names are removed: who removes
 * holds it shared. Of each kind one runs at a time.
 */
export const backupLocks = { files: 7_301_001, backup: 7_301_002, drill: 7_301_003 } as const
