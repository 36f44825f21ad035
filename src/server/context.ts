import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Backups } from '#core/backup.ts'
import type { Caller, Context, JobOptions, Limits, News, ReadBackedUp, Site, Tokens, Viewer } from '#core/context.ts'
import type { Mailer } from '#core/mail.ts'
import type { Pusher } from '#core/push.ts'
import type { Storage } from '#core/storage.ts'
import { once } from './idempotency.ts'

/** What lives as long as the process: made once in `server.ts`, handed to every request. */
export type House = {
  /** Writes, jobs and sessions. */
  db: NodePgDatabase
  /** Operations that read ask here: fewer connections, so that no more queries run at once than get on. */
  reads: NodePgDatabase
  /** As `reads`, for what guests ask. */
  guestDb: NodePgDatabase
  site: Site
  storage: Storage
  tokens: Tokens
  mail: Mailer
  push: Pusher
  backups: Backups
  limits: Limits
  notices: Context['notices']
  readBackedUp: ReadBackedUp
  /** Where jobs put large temporary files. */
  workFolder: string
  /** Where files that come in pieces wait for the rest; it outlives the process. Undefined where a bucket keeps them. */
  piecesFolder: string | undefined
  /** Drops cached pages here at once; other instances hear of it by NOTIFY. */
  onContentChanged(): void
}

export const contentChannel = 'content_changed'
/** PostgreSQL takes notices under 8,000 bytes. */
const noticeBytes = 7_900

/** What a notice on `contentChannel` says has appeared. */
export function newsIn(notice: string): News[] {
  return notice ? (JSON.parse(notice) as News[]) : []
}

/** The context of one request. @param setPageCookie writes to the answer; pages and jobs have none */
export function contextOf(
  house: House,
  viewer: Viewer | null,
  caller: Caller,
  setPageCookie: Context['setPageCookie'] = () => {},
): Context {
  const { onContentChanged: ____, workFolder: _, piecesFolder: __, readBackedUp: ___, reads, ...lasting } = house
  const ctx: Context = {
    ...lasting,
    db: reads,
    viewer,
    caller,
    setPageCookie,
    addJob: (name, payload, options) => addJob(house.db, name, payload, options),
    contentChanged: () => announce(house),
    beforeCommit() {
      throw new Error('nothing is committed here: this is no write')
    },
    transaction: (work) => inTransaction(house, (inside) => work({ ...ctx, ...inside })),
    write: (row, input, work) => ctx.transaction((inside) => once(inside, row, input, () => work(inside))),
  }
  return ctx
}

type Inside = Pick<Context, 'db' | 'addJob' | 'contentChanged' | 'beforeCommit'>

/** Runs `work` in one transaction; its jobs and the one notice of all that changed commit with it. */
export async function inTransaction<T>(
  house: Pick<House, 'db' | 'onContentChanged'>,
  work: (inside: Inside) => Promise<T>,
): Promise<T> {
  let changed = false
  // What is said twice is told once.
  const appeared = new Set<string>()
  let room = noticeBytes
  const last = new Map<string, Parameters<Context['beforeCommit']>[1]>()
  const answer = await house.db.transaction(async (tx) => {
    const result = await work({
      db: tx,
      addJob: (name, payload, options) => addJob(tx, name, payload, options),
      contentChanged: (news) => {
        changed = true
        const said = news && JSON.stringify(news)
        if (!said || appeared.has(said) || said.length >= room) return
        appeared.add(said)
        room -= said.length + 1
      },
      beforeCommit: (key, end) => last.set(key, end),
    })
    for (const end of last.values()) await end({ db: tx })
    const notice = appeared.size ? `[${[...appeared].join()}]` : ''
    if (changed) await tx.execute(sql`select pg_notify(${contentChannel}, ${notice})`)
    return result
  })
  if (changed) house.onContentChanged()
  return answer
}

/** Says outside of a transaction that what guests see has changed. Who does not hear it drops the page within a minute. */
export function announce({ db, onContentChanged }: Pick<House, 'db' | 'onContentChanged'>): void {
  onContentChanged()
  db.execute(sql`select pg_notify(${contentChannel}, '')`).catch(() => {})
}

/** Queues a job with graphile-worker, in the transaction of `db` where it has one. */
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
