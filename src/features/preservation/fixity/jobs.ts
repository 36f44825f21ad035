import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, arrayContains, eq, gte, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { z } from 'zod'
import { adminMail, tellAdmins } from '#accounts/admins.ts'
import { ledger } from '#content/entry/consent/table.ts'
import { hasFfmpeg, type Source } from '#content/media/copies/ffmpeg.ts'
import { streamsOf } from '#content/media/copies/streams.ts'
import { originalKey } from '#content/media/receive/upload-address.ts'
import { fileEvents, files } from '#content/media/table.ts'
import type { JobContext, Jobs } from '#core/context.ts'
import { unlessGone } from '#core/errors.ts'
import { type JobOf, jobType } from '#core/job.ts'
import { mailTexts } from './mail-texts.ts'
import { isKept, nextToRead, shareOf } from './queries.ts'

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

type File = typeof files.$inferSelect
type Damage = NonNullable<File['damage']>
/** The reason why an original could not be repaired; `readError` is the error if the backups could not be read. */
type Lack = { note: string; readError?: string }
/** An original that could not be repaired. */
type Finding = Lack & { file: File; damage: Damage }

/** Maximum number of bytes that the check reads per second, so that it doesn't slow down the site. */
const pace = 8 * 1024 * 1024

/**
 * Reads an original, compares it with its hash, and repairs a damaged or missing one from a backup. Returns a finding
 * if it can't be repaired. Throws the storage's error if it can't be read.
 */
async function checkFile(ctx: JobContext, file: File): Promise<Finding | undefined> {
  const read = await readToEnd(ctx, file)
  if (read.sha256 === file.sha256) {
    await ctx.transaction(async ({ db }) => {
      const codecChange = read.codec === undefined ? {} : { codec: read.codec }
      const undamaged = { checkedAt: sql`now()`, damage: null, ...codecChange }
      if (await changeIf(db, file, undamaged)) await note(db, file, 'fixity check', 'success')
    })
    return undefined
  }
  // The file may have been deleted or repaired while it was being read.
  const [current] = await ctx.db.select({ id: files.id }).from(files).where(sameFile(file))
  if (!current) return undefined
  const damage = read.sha256 === undefined ? 'missing' : 'damaged'
  const lack = await repair(ctx, file, damage)
  return lack && { file, damage, ...lack }
}

/** Records the damage. Returns whether it is new, so that admins have to be told. */
async function markDamaged(db: NodePgDatabase, { file, damage, note: why }: Finding): Promise<boolean> {
  const [before] = await db.select({ damage: files.damage }).from(files).where(sameFile(file)).for('update')
  if (!before || !(await changeIf(db, file, { damage, checkedAt: sql`now()` }))) return false
  await note(db, file, 'fixity check', 'failure', `${damage}; ${why}`)
  // Admins already know about damage that an earlier check found (`fixity:audit`).
  return before.damage === null
}

/**
 * Stores the backup's copy under a new key, reads it again, and only then replaces the original. Returns the reason if
 * it couldn't.
 */
async function repair(ctx: JobContext, file: File, damage: Damage): Promise<Lack | undefined> {
  if (await isNamedByLedger(ctx.db, file)) return { note: 'the ledger forbids restoring it' }
  let copy: Readable | null
  try {
    copy = file.sha256 ? await ctx.readBackedUp(file.sha256) : null
  } catch (error) {
    const readError = (error as Error).message
    return { note: readError, readError }
  }
  if (!copy) return { note: 'no backup contains it' }
  const storageKey = originalKey(file.id)
  const { contentType, size } = file
  let replaced = false
  try {
    await ctx.storage.put(storageKey, copy, { contentType, ...(size !== null && { size }) })
    if ((await hashOf(await ctx.storage.open(storageKey))) !== file.sha256)
      return { note: 'the copy in the backup is damaged as well' }
    replaced = await ctx.transaction(async ({ db }) => {
      if (await isNamedByLedger(db, file)) return false
      const isReplaced = await changeIf(db, file, { storageKey, damage: null, checkedAt: sql`now()` })
      if (!isReplaced) return false
      await note(db, file, 'fixity check', 'failure', damage)
      // The later time keeps the two events in order.
      await note(db, file, 'repair', 'success', undefined, sql`now() + interval '1 ms'`)
      return true
    })
    return undefined
  } catch (error) {
    return { note: `the repair failed: ${(error as Error).message}`.slice(0, 300) }
  } finally {
    await ctx.storage.remove(replaced ? file.storageKey : storageKey)
  }
}

/**
 * Returns whether the ledger forbids restoring the file because it was withdrawn, or deleted after it was stored. A
 * file that was uploaded again later may be restored.
 */
async function isNamedByLedger(db: NodePgDatabase, { sha256, storedAt }: File): Promise<boolean> {
  const since = or(eq(ledger.act, 'withdrawn'), gte(ledger.at, storedAt ?? ''))
  const [line] = await db
    .select({ id: ledger.id })
    .from(ledger)
    .where(and(arrayContains(ledger.hashes, [sha256 ?? '']), since))
    .limit(1)
  return line !== undefined
}

function sameFile({ id, storageKey }: File) {
  return and(eq(files.id, id), eq(files.storageKey, storageKey), isKept)
}

/** Updates the file's row if the file is still the one that was read, and returns whether it was. */
async function changeIf(
  db: NodePgDatabase,
  file: File,
  change: Parameters<ReturnType<typeof db.update<typeof files>>['set']>[0],
) {
  const changed = await db.update(files).set(change).where(sameFile(file)).returning({ id: files.id })
  return changed.length > 0
}

async function note(
  db: NodePgDatabase,
  { id, sha256 }: File,
  event: 'fixity check' | 'repair',
  outcome: 'success' | 'failure',
  text?: string,
  at?: SQL,
) {
  await db
    .insert(fileEvents)
    .values({ fileId: id, sha256: sha256 ?? '', event, outcome, note: text ?? null, ...(at && { at }) })
}

/** Returns the hash of the stored bytes, undefined if there are none, and the codec if it wasn't known yet. */
async function readToEnd(ctx: JobContext, file: File): Promise<{ sha256?: string; codec?: string | undefined }> {
  const body = await ctx.storage.open(file.storageKey).catch(unlessGone)
  if (!body) return {}
  const unknown = file.kind !== 'image' && file.codec === null && (await hasFfmpeg())
  if (!unknown) return { sha256: await hashOf(body, ctx.signal) }
  const folder = await mkdtemp(join(ctx.workFolder, 'fixity-'))
  try {
    const path = join(folder, 'original')
    const sha256 = await hashOf(body, ctx.signal, path)
    const { contentType } = file
    return { sha256, codec: await codecOf({ path, contentType, signal: ctx.signal }) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the codecs that a person sees and hears; undefined if they can't be read. */
function codecOf(source: Source): Promise<string | undefined> {
  return streamsOf(source).then(
    ({ codec }) => codec,
    () => undefined,
  )
}

/** Returns the SHA-256 of the stream, read no faster than `pace`. @param copyTo a file to copy the bytes to */
async function hashOf(body: Readable, signal?: AbortSignal, copyTo?: string): Promise<string> {
  const hash = createHash('sha256')
  const began = Date.now()
  let size = 0
  async function* hashed() {
    for await (const chunk of body) {
      signal?.throwIfAborted()
      hash.update(chunk)
      size += chunk.length
      const aheadMs = (size / pace) * 1000 - (Date.now() - began)
      if (aheadMs > 5) await sleep(aheadMs)
      yield chunk
    }
  }
  try {
    if (copyTo) await pipeline(hashed, createWriteStream(copyTo))
    else for await (const _ of hashed());
  } catch (error) {
    // The disk can no longer read these bytes, and no file has this text as its hash.
    if ((error as NodeJS.ErrnoException).code === 'EIO') return 'unreadable'
    throw error
  }
  return hash.digest('hex')
}
