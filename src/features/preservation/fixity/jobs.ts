import { isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import { tellAdmins } from '#accounts/admins.ts'
import { files } from '#content/media/table.ts'
import type { JobContext, Jobs } from '#core/context.ts'
import { type JobOf, jobType } from '#core/job.ts'
import { checkFile, type Finding, markDamaged } from './change.ts'
import { mailTexts } from './mail-texts.ts'
import { nextToRead, shareOf } from './queries.ts'

/** Every original is read this often; two more days allow for nights when the site isn't running (spec 19.3). */
const everyDays = 28
/** Milliseconds after which the check lets other jobs run. */
const turnMs = 20_000
const mostInTurn = 200
/** Only one check runs at a time, on any instance. */
const check = jobType('fixity:check', z.object({ left: z.number(), before: z.string() }), {
  queue: 'fixity',
  maxAttempts: 5,
})
/** Consecutive failures of the storage after which the storage itself counts as failed. */
const patience = 3

export const jobs: Jobs = {
  /**
   * Checks a share of the originals each night, those unread for longest first, so that all are read within 30 days.
   */
  'fixity:audit': {
    cron: '13 23 * * *',
    async run(ctx) {
      // Damaged files are checked every night, because a backup or the file may have come back.
      await ctx.db.update(files).set({ checkedAt: null }).where(isNotNull(files.damage))
      const left = await shareOf(ctx.db, everyDays)
      if (left > 0) await check.add(ctx, { left, before: new Date().toISOString() })
    },
  },
  ...check.doneBy(checkSome),
}

/** Reads files for one turn and queues the rest, so that the check continues after the server was stopped. */
async function checkSome(ctx: JobContext, { left, before }: JobOf<typeof check>): Promise<void> {
  const rows = await nextToRead(ctx.db, before, Math.min(mostInTurn, left))
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
      // An aborted read is repeated; a file that can't be read now is tried again tomorrow.
      if (ctx.signal.aborted) break
      if (++failures >= patience) throw error
    }
    done++
  }
  await ctx.transaction(async (inside) => {
    const newFindings: Finding[] = []
    for (const one of findings) if (await markDamaged(inside.db, one)) newFindings.push(one)
    if (newFindings.length) {
      // The email names no entries, because some admins may not see them.
      const damaged = newFindings.filter(({ damage }) => damage === 'damaged').length
      const unread = newFindings.find((one) => one.unread)?.unread
      const facts = { url: `${inside.site.baseUrl}/admin/care`, damaged, missing: newFindings.length - damaged, unread }
      await tellAdmins(inside, (language, names) => mailTexts[language]({ ...names, ...facts }))
    }
    if (rows.length > 0 && left > done) await check.add(inside, { left: left - done, before })
  })
}
