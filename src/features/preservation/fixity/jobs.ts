import { isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import { adminMail, tellAdmins } from '#accounts/admins.ts'
import { files } from '#content/media/table.ts'
import type { JobContext, Jobs } from '#core/context.ts'
import { type JobOf, jobType } from '#core/job.ts'
import { checkFile, type Finding, markDamaged } from './change.ts'
import { mailTexts } from './mail-texts.ts'
import { nextToRead, shareOf } from './queries.ts'

/** Days within which every original is read; the 30 of spec 19.3 allow for nights when the site isn't running. */
const everyDays = 28
/** Milliseconds after which the check lets other jobs run. */
const turnMs = 20_000
const maxPerTurn = 200
/** Only one check runs at a time, on any instance. */
const check = jobType('fixity:check', z.object({ left: z.number(), before: z.string() }), {
  queue: 'fixity',
  maxAttempts: 5,
})
/** Number of consecutive failures after which the storage itself counts as failed. */
const maxFailures = 3

/** Tells the admins about files that no backup could repair. `readError` is what the server said, not a person. */
export const damagedMail = adminMail(
  'files-damaged',
  z.object({ damaged: z.number(), missing: z.number(), readError: z.string().optional() }),
  '/admin/care',
  (language, facts) => mailTexts[language](facts),
)

export const jobs: Jobs = {
  /**
   * Checks a share of the originals each night, those read longest ago first, so that all are read within 30 days.
   */
  'fixity:audit': {
    cron: '13 23 * * *',
    async run(ctx) {
      // Damaged files are checked every night, because the file or a backup may be available again.
      await ctx.db.update(files).set({ checkedAt: null }).where(isNotNull(files.damage))
      const left = await shareOf(ctx.db, everyDays)
      if (left > 0) await check.add(ctx, { left, before: new Date().toISOString() })
    },
  },
  ...check.doneBy(checkSome),
}

/** Reads files for one turn and queues the rest, so that the check continues even after a restart. */
async function checkSome(ctx: JobContext, { left, before }: JobOf<typeof check>): Promise<void> {
  const rows = await nextToRead(ctx.db, before, Math.min(maxPerTurn, left))
  const until = Date.now() + turnMs
  const findings: Finding[] = []
  let done = 0
  let failures = 0
  for (const file of rows) {
    if (ctx.signal.aborted || Date.now() > until) break
    try {
      const result = await checkFile(ctx, file)
      if (result) findings.push(result)
      failures = 0
    } catch (error) {
      // An aborted read is repeated; a file that can't be read now is tried again the next night.
      if (ctx.signal.aborted) break
      if (++failures >= maxFailures) throw error
    }
    done++
  }
  await ctx.transaction(async (inside) => {
    const newFindings: Finding[] = []
    for (const one of findings) if (await markDamaged(inside.db, one)) newFindings.push(one)
    if (newFindings.length) {
      // The email names no entries, because some admins may not see them.
      const damaged = newFindings.filter(({ damage }) => damage === 'damaged').length
      const missing = newFindings.length - damaged
      const readError = newFindings.find((one) => one.readError)?.readError
      await tellAdmins(inside, damagedMail, { damaged, missing, readError })
    }
    if (rows.length > 0 && left > done) await check.add(inside, { left: left - done, before })
  })
}
