import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { adminMail, tellAdmins } from '#accounts/admins.ts'
import type { BackupKind } from '#core/backup.ts'
import type { JobContext, Jobs } from '#core/context.ts'
import { siteState } from '#core/tables.ts'
import { mailTexts } from './mail-texts.ts'
import { readBackups } from './queries.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

export const jobs: Jobs = {
  /** Runs often, so that a machine that was off at the set time catches up. */
  'care:backup': { cron: '*/10 * * * *', run: startWhatIsDue },
  'care:watch': { cron: '41 * * * *', run: watch },
}

/** Tells the admins that a backup or a test restore is overdue. */
export const overdueMail = adminMail(
  'backup-overdue',
  z.object({ backup: z.boolean(), drill: z.boolean() }),
  '/admin/care',
  (language, facts) => mailTexts[language](facts),
)

const Moments = z.record(z.string(), z.iso.datetime())

async function startWhatIsDue(ctx: JobContext): Promise<void> {
  const { plan } = ctx.backups
  if (!plan) return
  const now = Date.now()
  const state = await readBackups(ctx)
  if (state.backup.running || state.drill.running) return
  const startTimes = await readMoments(ctx, 'care.begun')
  const since = (kind: BackupKind) => Date.parse(startTimes[kind] ?? '1970-01-01T00:00:00Z')
  const failed = (kind: BackupKind) => state[kind].run?.error != null && now - since(kind) > hour
  const isDue = {
    backup: since('backup') < latest(plan.at, now) || failed('backup'),
    drill:
      plan.drills &&
      state.backup.run?.done != null &&
      (now - since('drill') > 30 * day || (failed('drill') && now - since('drill') > day)),
  }
  const kind = isDue.backup ? 'backup' : isDue.drill ? 'drill' : undefined
  if (!kind) return
  await keepMoments(ctx, 'care.begun', { ...startTimes, [kind]: new Date(now).toISOString() })
  ctx.backups.start(kind)
}

/** Returns the most recent moment at the time of day `at` (HH:MM, UTC), in ms since the epoch. */
function latest(at: string, now: number): number {
  const today = Date.parse(`${new Date(now).toISOString().slice(0, 10)}T${at}:00Z`)
  return today <= now ? today : today - day
}

/** Emails the admins once a day while a backup or a test restore is overdue. */
async function watch(ctx: JobContext): Promise<void> {
  const { backup, drill } = await readBackups(ctx)
  if (!backup.overdue && !drill.overdue) return
  await ctx.transaction(async ({ db, addJob }) => {
    const { reminded } = await readMoments({ db }, 'care.reminded')
    if (reminded && Date.now() - Date.parse(reminded) < day) return
    await keepMoments({ db }, 'care.reminded', { reminded: new Date().toISOString() })
    await tellAdmins({ db, addJob }, overdueMail, { backup: backup.overdue, drill: drill.overdue })
  })
}

async function readMoments({ db }: Pick<JobContext, 'db'>, name: string): Promise<Record<string, string>> {
  const [row] = await db.select().from(siteState).where(eq(siteState.name, name)).for('update')
  return Moments.safeParse(row?.value).data ?? {}
}

async function keepMoments({ db }: Pick<JobContext, 'db'>, name: string, value: Record<string, string>) {
  await db.insert(siteState).values({ name, value }).onConflictDoUpdate({ target: siteState.name, set: { value } })
}
