import { inArray, min, sql } from 'drizzle-orm'
import { type BackupKind, backupLocks } from '#core/backup.ts'
import type { Context } from '#core/context.ts'
import { accounts, siteState } from '#core/tables.ts'
import { type BackupState, Run } from './schema.ts'

const hour = 60 * 60 * 1000
/** Milliseconds without a successful run after which admins are emailed (spec 19.1). */
const patience = { backup: 36 * hour, drill: 40 * 24 * hour }

/** Returns the state of the backups. A backup can be overdue only if BACKUP_TO is set or one was tried before. */
export async function readBackups({ db, backups }: Pick<Context, 'db' | 'backups'>): Promise<BackupState> {
  const { plan } = backups
  const rows = await db
    .select()
    .from(siteState)
    .where(inArray(siteState.name, ['backup', 'drill']))
  const [site] = await db.select({ since: min(accounts.createdAt) }).from(accounts)
  const locks = await db.execute<{ objid: number }>(
    sql`select objid::int from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`,
  )
  const kind = (name: BackupKind, expected: boolean) => {
    const run = Run.safeParse(rows.find((row) => row.name === name)?.value).data ?? null
    const running = locks.rows.some(({ objid }) => objid === backupLocks[name])
    const last = run?.done?.at ?? site?.since
    const overdue = expected && last !== undefined && last !== null && Date.now() - Date.parse(last) > patience[name]
    return { run, running, overdue }
  }
  const backup = kind('backup', plan !== undefined || rows.some((row) => row.name === 'backup'))
  return { plan: plan ?? null, backup, drill: kind('drill', plan?.drills === true) }
}
