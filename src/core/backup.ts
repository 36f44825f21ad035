/** Settings of the site's backups (docs/operating.md). */
export type BackupPlan = {
  place: 'folder' | 'bucket'
  /** Time of the daily backup, HH:MM in UTC. */
  at: string
  encrypted: boolean
  /** True if one backup a month is restored as a test. */
  drills: boolean
}

export type Backups = {
  /** Undefined if BACKUP_TO is not set. */
  plan: BackupPlan | undefined
  /** Starts a backup or test restore in its own process, which records its outcome in `site_state`. */
  start(kind: BackupKind): void
}

export type BackupKind = 'backup' | 'drill'

/**
 * Advisory locks of PostgreSQL. A backup holds `files` exclusively, and jobs that delete files hold it shared, so that
 * no file disappears during a backup. `backup` and `drill` keep two of the same kind from running at once.
 */
export const backupLocks = { files: 7_301_001, backup: 7_301_002, drill: 7_301_003 } as const
