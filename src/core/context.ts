import type { Readable } from 'node:stream'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Backups } from './backup.ts'
import type { Language } from './language.ts'
import type { Mailer } from './mail.ts'
import type { AnyOperation } from './operation.ts'
import type { Role } from './permission.ts'
import type { Pusher } from './push.ts'
import type { Storage } from './storage.ts'

export type Viewer = {
  id: string
  sessionId: string
  name: string
  email: string
  avatar: string | null
  /** None while the account waits to be admitted. */
  roles: Role[]
  isPremium: boolean
  /** Ids of the groups that the account belongs to, in order; none while it waits to be admitted. */
  groups: string[]
  emailVerified: boolean
  /** False while an admin has yet to admit the account: it sees what guests see (MEMBERSHIP=approval). */
  admitted: boolean
  /** The interface and every message come in it. */
  language: Language
}

/** What an operation may know of the site's settings. */
export type Site = {
  name: string
  baseUrl: string
  contactEmail: string | undefined
  followLinks: { label: string; url: string }[]
  maxUploadBytes: number
  tokenTtlSeconds: number
  membership: 'open' | 'approval'
  /** What an order adds to its goods: `shipping` and `freeAbove` in minor units, `taxPercent` in whole per cent. */
  shop: { shipping: number; freeAbove: number; taxPercent: number }
}

/** Who asks. `origin` is the scheme and host they asked for, `https://example.org`. */
export type Caller = {
  address: string
  userAgent: string
  /** City and country, where a believed proxy tells them. */
  location: string | undefined
  origin: string
  requestId: string
  idempotencyKey: string | undefined
  /** The `updatedAt` of the entry that a change was made from, as If-Match of RFC 9110. */
  changedFrom: string | undefined
}

/** All that an operation reaches: it never imports `server/`. */
export type Context = {
  /** In a write this is its transaction. */
  db: NodePgDatabase
  /** What guests are shown may be read here: a replica that has all that they may know of, where there is one. */
  guestDb: NodePgDatabase
  viewer: Viewer | null
  site: Site
  caller: Caller
  storage: Storage
  tokens: Tokens
  /** Sets the page cookie of a session in the answer; null clears it. */
  setPageCookie(token: string | null): void
  /** Queues a job in the caller's transaction: it runs only if that commits. */
  addJob(name: string, payload: Record<string, unknown>, options?: JobOptions): Promise<void>
  limits: Limits
  mail: Mailer
  push: Pusher
  backups: Backups
  /** What this process has noticed that an admin should know. */
  notices: Set<Notice>
  /**
   * Says that what guests see has changed: cached pages go once the transaction has committed, on every instance.
   * @param news what has appeared, for those who listen (`GET /api/stream`)
   */
  contentChanged(news?: News): void
  /** Runs `work` last in this transaction, when all else is done; of several under one `key` the last one named. */
  beforeCommit(key: string, work: (ctx: Pick<Context, 'db'>) => Promise<void>): void
  /** Runs `work` in one transaction: for rows that do slow work before it (`transaction: false`). */
  transaction<T>(work: (ctx: Context) => Promise<T>): Promise<T>
  /** Runs `work` in one transaction, replaying the stored answer of a repeated Idempotency-Key. */
  write<T>(row: AnyOperation, input: unknown, work: (ctx: Context) => Promise<T>): Promise<T>
}

/** Something has been published. Whoever may see it is told its type, and nothing else. */
export type News = {
  type: string
  visibility: 'public' | 'members' | 'keepers'
  groups: string[]
  authorId: string | null
}

/** X-Forwarded-For arrives while TRUST_PROXY is 0: all callers seem to be one. Without ffmpeg recordings stay as sent. */
export type Notice = 'proxy-headers-ignored' | 'no-ffmpeg'

/** Jobs of one `queue` run one after another; `maxAttempts` is 25 unless told. */
export type JobOptions = { queue?: string; maxAttempts?: number }

/** How often what may be done, agreed on by every instance (PRODUCT §4). */
export type Limits = {
  /** Counts one against `key`. Throws TooMany. */
  take(name: 'write' | 'upload' | 'mail' | 'mailAddress', key: string): Promise<void>
  /**
   * Asks `isRight` and counts a wrong guess against account and address together, and against the address alone.
   * Throws TooMany instead of asking once either has had too many.
   */
  guess(who: { account: string; address: string }, isRight: () => Promise<boolean>): Promise<boolean>
}

/** Signing, kept behind ctx so that no operation holds the secret. */
export type Tokens = {
  /** JWT of a session (PRODUCT §4). `expiresAt` in seconds since 1970. */
  issue(session: { accountId: string; sessionId: string; expiresAt: number }): Promise<string>
  /** Signs the parts of an address for `ttlSeconds`. */
  signAddress(parts: readonly string[], expiresAt: number): string
  /** What an account's browsers keep its unsent things under: 32 bytes in base64, always the same. */
  deviceKey(accountId: string): string
  verifyAddress(parts: readonly string[], expiresAt: number, signature: string): boolean
}

/** Finds bytes in the backups by their SHA-256 in hexadecimal. Rejects, with a sentence, while these can't be read. */
export type ReadBackedUp = (sha256: string) => Promise<Readable | null>

/** What a job reaches. A job may run twice: it must come to the same end. */
export type JobContext = Pick<
  Context,
  'db' | 'site' | 'storage' | 'mail' | 'push' | 'backups' | 'addJob' | 'contentChanged'
> & {
  signal: AbortSignal
  /** Runs `work` in one transaction; what it queues is queued only if that commits. */
  transaction<T>(work: (ctx: Pick<JobContext, 'db' | 'site' | 'addJob' | 'contentChanged'>) => Promise<T>): Promise<T>
  /** Runs `work` as said to a person who reads this language; a job itself speaks English. */
  inLanguage<T>(language: Language, work: () => T): T
  /** The bytes of an original in the newest backup that holds them whole, or null. */
  readBackedUp: ReadBackedUp
  /** A folder for large temporary files; what a crash left in it goes at the next start. */
  workFolder: string
  /** Where files that come in pieces wait for the rest; undefined where a bucket keeps them. */
  piecesFolder: string | undefined
}

/** The jobs of a room, by name; `cron` (five fields, UTC) for those that run by the clock. */
export type Jobs = Record<
  string,
  { cron?: string; run(ctx: JobContext, payload: Record<string, unknown>): Promise<void> }
>
