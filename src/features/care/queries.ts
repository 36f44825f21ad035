import { inArray, min, sql } from 'drizzle-orm'
import { type BackupKind, backupLocks } from '#core/backup.ts'
import type { Context } from '#core/context.ts'
import { accounts, siteState } from '#core/tables.ts'
import { type BackupState, Run } from './schema.ts'

const hour = 60 * 60 * 1000
/** After so long without one that ended well an admin is told, in ms. */
const patience = { backup: 36 * hour, drill: 40 * 24 * hour }

/** What the admins' page shows; a backup is asked for where a place is named or one was ever made. */
export async function readBackups({ db, backups }: Pick<Context, 'db' | 'backups'>): Promise<BackupState> {
  const { plan } = backups
  const rows = await db
    .select()
    .from(siteState)
    .where(inArray(siteState.name, ['backup', 'drill']))
  const [site] = await db.select({ since: min(accounts.createdAt) }).from(accounts)
  const held = await db.execute<{ objid: number }>(
    sql`select objid::int from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`,
  )
  const kind = (name: BackupKind, wanted: boolean) => {
    const run = Run.safeParse(rows.find((row) => row.name === name)?.value).data ?? null
    const running = held.rows.some(({ objid }) => objid === backupLocks[name])
    const last = run?.done?.at ?? site?.since
    const overdue = wanted && last !== undefined && last !== null && Date.now() - Date.parse(last) > patience[name]
    return { run, running, overdue }
  }
  const backup = kind('backup', plan !== undefined || rows.some((row) => row.name === 'backup'))
  return { plan: plan ?? null, backup, drill: kind('drill', plan?.drills === true) }
}
