import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { withReceived } from '#content/media/receive/files-in-input.ts'
import { requireQuota } from '#content/media/receive/quota.ts'
import type { Backups } from '#core/backup.ts'
import { Budget } from '#core/concurrency/budget.ts'
import type { Caller, Context, JobOptions, Limits, News, ReadBackedUp, Site, Tokens, Viewer } from '#core/context.ts'
import type { Disk } from '#core/disk.ts'
import { Conflict, Invalid } from '#core/errors.ts'
import type { Mailer } from '#core/mailer.ts'
import type { AnyOperation } from '#core/operation.ts'
import type { Pusher } from '#core/pusher.ts'
import { refusals } from '#core/refusals.ts'
import { senderOf } from '#core/sender.ts'
import { asTransaction } from '#core/slow.ts'
import type { Storage } from '#core/storage.ts'
import { idempotencyKeys } from '#core/tables.ts'

/** Services that live as long as the process: created in `server.ts` and used by every request. */
export type Services = {
  /** For writes, jobs and sessions. */
  db: NodePgDatabase
  /** For operations that read. The size of its pool limits how many queries run at once. */
  reads: NodePgDatabase
  /** Like `reads`, for guests. */
  guestDb: NodePgDatabase
  site: Site
  storage: Storage
  disk: Disk
  tokens: Tokens
  mail: Mailer
  push: Pusher
  backups: Backups
  limits: Limits
  notices: Context['notices']
  readBackedUp: ReadBackedUp
  /** Folder for large temporary files of jobs, exports and downloads. */
  workFolder: string
  /** Folder of incomplete uploads, which outlive the process. Undefined if a bucket stores them. */
  piecesFolder: string | undefined
  /** Clears cached pages here; NOTIFY informs other instances. */
  onContentChanged(): void
  contentVersion(): number | undefined
}

export const contentChannel = 'content_changed'
/** PostgreSQL accepts notices under 8,000 bytes. */
const noticeBytes = 7_900

export function newsIn(notice: string): News[] {
  return notice ? (JSON.parse(notice) as News[]) : []
}

/** At most this many transactions of one operation are open at once. Accounts take turns in them. */
const laneWidth = 3
const lanes = new Map<AnyOperation, Budget>()

/**
 * Returns the budget of an operation's transactions. If many of them waited for one row, each with a connection, all
 * other writes would wait, too.
 */
function laneOf(row: AnyOperation): Budget {
  const lane = lanes.get(row) ?? new Budget(laneWidth)
  lanes.set(row, lane)
  return lane
}

/**
 * Returns the context of one request. @param cookies functions that set cookies in the answer; pages and jobs have none
 */
export function contextOf(
  services: Services,
  viewer: Viewer | null,
  caller: Caller,
  cookies: Pick<Context, 'setPageCookie' | 'setDeviceCookie'> = { setPageCookie() {}, setDeviceCookie() {} },
): Context {
  const { onContentChanged: ____, workFolder: _, piecesFolder: __, readBackedUp: ___, reads, ...lasting } = services
  const ctx: Context = {
    ...lasting,
    db: reads,
    viewer,
    received: new Map(),
    caller,
    ...cookies,
    addJob: (name, payload, options) => addJob(services.db, name, payload, options),
    contentChanged: () => announce(services),
    beforeCommit: () => refuseOutside('beforeCommit'),
    countText: () => refuseOutside('countText'),
    transaction: (work) =>
      inTransaction(services, async (inside) => {
        let counts = false
        const countText = () => {
          counts = true
        }
        const answer = await work({ ...ctx, ...inside, countText })
        // This is the last check, so that it counts the versions and the stored answer, too.
        if (counts && viewer) inside.beforeCommit('quota', ({ db }) => requireQuota(db, services.site, viewer.id))
        return answer
      }),
    async write(row: AnyOperation, input, work) {
      const transact = ({ transaction }: Context) =>
        laneOf(row).inTurn(senderOf({ viewer, caller }), () =>
          transaction((inside) => once(inside, row, input, () => work(inside))),
        )
      const files = row.files?.(input) ?? []
      if ((files.length === 0 && !row.prepare) || (await isAnswered(ctx, row, input))) return transact(ctx)
      return withReceived(ctx, services, files, async (received) => {
        const ready: Context = {
          ...ctx,
          received,
          transaction: (work) => ctx.transaction((inside) => work({ ...inside, received })),
        }
        await row.prepare?.(ready, input)
        return transact(ready)
      })
    },
  }
  return ctx
}

function refuseOutside(what: string): never {
  throw new Error(`${what} is only available in a write`)
}

type Inside = Pick<Context, 'db' | 'addJob' | 'contentChanged' | 'beforeCommit'>

/** Runs `work` in one transaction. Its jobs, and one notice of all changes, commit with it. */
export async function inTransaction<T>(
  services: Pick<Services, 'db' | 'onContentChanged'>,
  work: (inside: Inside) => Promise<T>,
): Promise<T> {
  let changed = false
  // A set removes duplicates.
  const announcements = new Set<string>()
  let room = noticeBytes
  const last = new Map<string, Parameters<Context['beforeCommit']>[1]>()
  const answer = await services.db.transaction(async (tx) => {
    const inside: Inside = {
      db: tx,
      addJob: (name, payload, options) => addJob(tx, name, payload, options),
      contentChanged: (news) => {
        changed = true
        const serialized = news && JSON.stringify(news)
        if (!serialized || announcements.has(serialized) || serialized.length >= room) return
        announcements.add(serialized)
        room -= serialized.length + 1
      },
      beforeCommit: (key, end) => last.set(key, end),
    }
    const result = await asTransaction(() => work(inside))
    for (const end of last.values()) await end({ db: tx })
    const notice = announcements.size ? `[${[...announcements].join()}]` : ''
    if (changed) await tx.execute(sql`select pg_notify(${contentChannel}, ${notice})`)
    return result
  })
  if (changed) services.onContentChanged()
  return answer
}

/** Announces changed content outside of a transaction. Instances that miss this show old pages for up to a minute. */
export function announce({ db, onContentChanged }: Pick<Services, 'db' | 'onContentChanged'>): void {
  onContentChanged()
  db.execute(sql`select pg_notify(${contentChannel}, '')`).catch(() => {})
}

/** Queues a job with graphile-worker, in the transaction of `db` if there is one. */
export async function addJob(
  db: NodePgDatabase,
  name: string,
  payload: Record<string, unknown>,
  { queue, maxAttempts }: JobOptions = {},
): Promise<void> {
  await db.execute(
    sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, queue_name => ${queue ?? null}::text,
      max_attempts => ${maxAttempts ?? null}::int)`,
  )
}

/**
 * Runs `work`, but a POST only once for each account and Idempotency-Key: a repetition gets the stored answer (spec
 * 22.4). The key is written in the same transaction as the work. Throws Conflict if the key was used with another
 * input, and Invalid if it is too long.
 */
async function once<T>(ctx: Context, row: AnyOperation, input: unknown, work: () => Promise<T>): Promise<T> {
  const key = ctx.caller.idempotencyKey
  if (row.method !== 'POST' || !ctx.viewer || !key) return work()
  if (key.length > 200) throw new Invalid(refusals.keyTooLong)

  const accountId = ctx.viewer.id
  const request = digestOf(row, input)
  const mine = and(eq(idempotencyKeys.accountId, accountId), eq(idempotencyKeys.key, key))
  // A second request with the same key waits here until the first commits or rolls back.
  const inserted = await ctx.db
    .insert(idempotencyKeys)
    .values({ accountId, key, request })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (inserted.length === 0) {
    const [first] = await ctx.db.select().from(idempotencyKeys).where(mine)
    if (first?.request !== request) throw new Conflict(refusals.keyReused, 'idempotency_mismatch')
    return first.answer as T
  }
  const answer = await work()
  await ctx.db.update(idempotencyKeys).set({ answer }).where(mine)
  return answer
}

/**
 * Returns whether this POST was answered before, so that slow work before the transaction can be skipped. `once` then
 * returns the stored answer.
 */
async function isAnswered(ctx: Context, row: AnyOperation, input: unknown): Promise<boolean> {
  const key = ctx.caller.idempotencyKey
  if (row.method !== 'POST' || !ctx.viewer || !key) return false
  const mine = and(eq(idempotencyKeys.accountId, ctx.viewer.id), eq(idempotencyKeys.key, key))
  const [first] = await ctx.db.select().from(idempotencyKeys).where(mine)
  return first?.request === digestOf(row, input)
}

function digestOf(row: AnyOperation, input: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([row.path, input]))
    .digest('base64url')
}
