import { isNotNull } from 'drizzle-orm'
import { files } from '#content/media/table.ts'
import type { JobContext, Jobs } from '#core/context.ts'
import { tellAdmins } from '../../account/queries.ts'
import { checkFile, type Found, markDamaged } from './change.ts'
import { mailTexts } from './mail-texts.ts'
import { nextToRead, shareOf } from './queries.ts'

/** Every original is read this often; two days are left for nights on which the site was not running. */
const everyDays = 28
/** After so long the audit lets other jobs go first, then goes on. */
const turnMs = 20_000
const mostInTurn = 200
/** One runs at a time, on whichever instance. */
const oneAtATime = { queue: 'fixity', maxAttempts: 5 }
/** So many files in a row that storage could not be asked for: it is storage that fails, not they. */
const patience = 3

export const jobs: Jobs = {
  /** Each night a share of the originals, those first that were not read for longest, so that all are within 30 days. */
  'fixity:audit': {
    cron: '13 23 * * *',
    async run({ db, addJob }) {
      // What is damaged is looked at every night: a backup may have come back, or the file.
      await db.update(files).set({ checkedAt: null }).where(isNotNull(files.damage))
      const left = await shareOf(db, everyDays)
      if (left > 0) await addJob('fixity:check', { left, before: new Date().toISOString() }, oneAtATime)
    },
  },
  'fixity:check': {
    run: (ctx, { left, before }) => checkSome(ctx, Number(left), String(before)),
  },
}

/** Reads files for one turn and queues the rest; a server that is stopped meanwhile goes on where it was. */
async function checkSome(ctx: JobContext, left: number, before: string): Promise<void> {
  const rows = await nextToRead(ctx.db, before, Math.min(mostInTurn, left))
  const until = Date.now() + turnMs
  const found: Found[] = []
  let done = 0
  let failures = 0
  for (const file of rows) {
    if (ctx.signal.aborted || Date.now() > until) break
    try {
      const result = await checkFile(ctx, file)
      if (result) found.push(result)
      failures = 0
    } catch (error) {
      // Cut off: it is read again. Unreadable for now: it keeps its place, and tomorrow it is asked for again.
      if (ctx.signal.aborted) break
      if (++failures >= patience) throw error
    }
    done++
  }
  await ctx.transaction(async ({ db, addJob, site }) => {
    const untold: Found[] = []
    for (const one of found) if (await markDamaged(db, one)) untold.push(one)
    if (untold.length) {
      // It names no entry: not every admin sees each.
      const damaged = untold.filter(({ damage }) => damage === 'damaged').length
      const unread = untold.find((one) => one.unread)?.unread
      const facts = { url: `${site.baseUrl}/admin/care`, damaged, missing: untold.length - damaged, unread }
      await tellAdmins({ db, addJob, site }, (language, names) => mailTexts[language]({ ...names, ...facts }))
    }
    if (rows.length > 0 && left > done) await addJob('fixity:check', { left: left - done, before }, oneAtATime)
  })
}
