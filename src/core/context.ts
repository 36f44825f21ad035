import type { Readable } from 'node:stream'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Language } from '#text/language.ts'
import type { Backups } from './backup.ts'
import type { Disk } from './disk.ts'
import type { Mailer } from './mailer.ts'
import type { Role } from './permission.ts'
import type { Pusher } from './pusher.ts'
import type { Storage } from './storage.ts'

export type Viewer = {
  id: string
  sessionId: string
  name: string
  email: string
  avatar: string | null
  /** Empty while the account waits to be admitted or lacks a required second factor. */
  roles: Role[]
  isPremium: boolean
  /** Ids of the account's groups, sorted; empty while it waits to be admitted. */
  groups: string[]
  emailVerified: boolean
  /** False until an admin admits the account: until then it sees what guests see (MEMBERSHIP=approval). */
  admitted: boolean
  /** Seconds since the last login or confirmation in this session. */
  authenticationAge: number
  hasSecondFactor: boolean
  /** True if a role requires a second factor that the account lacks: its roles don't count until it has one. */
  secondFactorMissing: boolean
  /** Preferred language of the interface and of all messages; null if none was chosen. */
  language: Language | null
}

/** Text about the site in one language, written by an admin. Missing parts have a default. */
export type SiteTexts = Partial<Record<'tagline' | 'welcomeTitle' | 'welcome' | 'about' | 'contact', string>>

/** Settings that an admin can change in the browser, unless the environment sets them. */
export type SiteSetting = 'name' | 'contactEmail' | 'followLinks'

/**
 * Settings that operations can read. Each process has one such object, which is updated in place when an admin changes
 * the site. Read its fields only when they are needed, because a copy would become outdated.
 */
export type Site = {
  name: string
  baseUrl: string
  contactEmail: string | undefined
  followLinks: { label: string; url: string }[]
  texts: Partial<Record<Language, SiteTexts>>
  /** Address of the site's own logo, a PNG; null for the default one. */
  logo: string | null
  /** Colours that differ from the design's: `css` is a CSS rule, `band` the colour of the browser's bars. */
  colours: { css: string; band: string } | null
  /** Settings that the environment sets, which take precedence over those in the database. */
  fixed: readonly SiteSetting[]
  /** Loads the admins' settings from the database again. */
  reload(): Promise<void>
  maxUploadBytes: number
  /** Bytes that an account may store, with a confirmed and an unconfirmed email. */
  quota: { confirmed: number; unconfirmed: number }
  tokenTtlSeconds: number
  /** True if the site sends mail. Otherwise members can't confirm emails, so unconfirmed members' posts are listed. */
  sendsMail: boolean
  membership: 'open' | 'approval'
  /** Roles that count only for accounts with a second factor. */
  requireMfa: Role[]
  /**
   * Costs added to an order's subtotal: `shipping` and `freeAbove` are in minor units, `taxPercent` is a whole number.
   */
  shop: { shipping: number; freeAbove: number; taxPercent: number }
}

/** The request's sender. `origin` is the requested scheme and host, `https://example.org`. */
export type Caller = {
  address: string
  userAgent: string
  /** City and country, if a trusted proxy reports them. */
  location: string | undefined
  origin: string
  requestId: string
  idempotencyKey: string | undefined
  /** Solution of a proof-of-work challenge. */
  proof: string | undefined
  /** Secret from the device cookie, which distinguishes the member's devices from other people's. */
  device: string | undefined
  language: Language | null
  /** The `updatedAt` of the version that a change is based on, sent as If-Match (RFC 9110). */
  changedFrom: string | undefined
}

/** Everything an operation can use. Operations never import `server/`. */
export type Context = {
  /** The database or, within a write, its transaction. */
  db: NodePgDatabase
  /** Database for answers to guests: a read replica if there is one. */
  guestDb: NodePgDatabase
  viewer: Viewer | null
  /** Ids of files received before this write's transaction began, keyed by their `data:` URLs. */
  received: ReadonlyMap<string, string>
  site: Site
  caller: Caller
  storage: Storage
  disk: Disk
  tokens: Tokens
  /** Sets the session's page cookie in the answer; null clears it. */
  setPageCookie(token: string | null): void
  /** Sets the cookie that identifies this device at its next login. */
  setDeviceCookie(secret: string): void
  /** Queues a job in the caller's transaction: the job runs only if the transaction commits. */
  addJob(name: string, payload: Record<string, unknown>, options?: JobOptions): Promise<void>
  limits: Limits
  mail: Mailer
  push: Pusher
  backups: Backups
  /** Problems of this process that an admin should know about. */
  notices: Set<Notice>
  /**
   * Clears cached pages on every instance once the transaction has committed.
   * @param news the entry that was published, for the listeners of `GET /api/stream`
   */
  contentChanged(news?: News): void
  /**
   * Returns a number that changes when content changes on any instance, or undefined while this instance can't receive
   * the other instances' changes.
   */
  contentVersion(): number | undefined
  /** Runs `work` at the end of this transaction. If it is called several times with one `key`, only the last runs. */
  beforeCommit(key: string, work: (ctx: Pick<Context, 'db'>) => Promise<void>): void
  /**
   * Says that this transaction stores text of the viewer. At its end everything they have stored must fit into their
   * quota. Throws OverQuota then.
   */
  countText(): void
  /** Runs `work` in one transaction, for operations that do slow work before it (`transaction: false`). */
  transaction<T>(work: (ctx: Context) => Promise<T>): Promise<T>
  /** Runs `work` in one transaction, or returns the stored answer of a repeated Idempotency-Key. */
  write<T>(row: Written, input: unknown, work: (ctx: Context) => Promise<T>): Promise<T>
}

/** The part of an operation (`Operation`) that a write depends on. */
export type Written = {
  method: string
  path: string
  files?(input: never): readonly { url: string }[]
  prepare?(ctx: Context, input: never): Promise<void>
}

/** A published entry. Listeners who can see it receive only its type. */
export type News = {
  type: string
  visibility: 'public' | 'members' | 'keepers'
  groups: string[]
  authorId: string | null
}

/**
 * `proxy-headers-ignored`: X-Forwarded-For arrives while TRUST_PROXY is 0, so all callers seem to have one address.
 * `no-ffmpeg`: ffmpeg is missing, so recordings are stored as they were sent.
 */
export type Notice = 'proxy-headers-ignored' | 'no-ffmpeg'

/** Jobs of one `queue` run one after another; `maxAttempts` is 25 by default. */
export type JobOptions = { queue?: string; maxAttempts?: number }

/** An attempt to prove a password or another secret of an account. */
export type Guess = {
  /** Email of the account, whether or not it exists. */
  account: string
  address: string
  proof?: string | undefined
  /** A device on which the account has logged in. Its guesses are counted apart from those of its address. */
  device?: string | undefined
  /** True if the account logged in from here recently, so that guesses made elsewhere don't slow it down. */
  isKnown?: boolean
  /** Called after a wrong guess if the account has had too many, counted across all IP addresses. */
  onTooManyWrong?(): Promise<void>
}

/** Rate limits, shared by all instances (spec 23). */
export type Limits = {
  /** Counts one use of `key`. Throws TooMany above the limit. */
  take(
    name:
      | 'write'
      | 'upload'
      | 'comment'
      | 'registerOthers'
      | 'ask'
      | 'mail'
      | 'guessMail'
      | 'strangerMail'
      | 'dayMessages'
      | 'allMessages'
      | 'refusal'
      | 'unsubscribe',
    key: string,
  ): Promise<void>
  /** Throws TooMany if `take` would, without counting. */
  requireRoom(name: 'strangerMail', key: string): Promise<void>
  /** Undoes one `take`. */
  giveBack(name: 'guessMail' | 'strangerMail', key: string): Promise<void>
  /**
   * Counts one use by the caller's address. Above a threshold it requires a proof of work instead of refusing, because
   * many phones can share an address. Throws a Refusal with the code `proof_of_work`.
   */
  takeOrProve(name: 'signUp' | 'resetRequest' | 'message', caller: Pick<Caller, 'address' | 'proof'>): Promise<void>
  /**
   * Runs `isRight` and counts a wrong guess against the address, the account, and both together. Throws TooMany without
   * running it after too many guesses from this address at this account. Requires a proof of work after too many from
   * the address or at the account.
   */
  guess(guess: Guess, isRight: () => Promise<boolean>): Promise<boolean>
  /**
   * Runs `isRight` and counts a wrong one-time code against `key`, from all addresses together, so that six digits
   * can't be guessed from many addresses at once. Throws TooMany without running it after too many wrong codes.
   * @param onLockedOut runs after the last wrong code that is allowed
   */
  guessCode(key: string, isRight: () => Promise<boolean>, onLockedOut?: () => Promise<void>): Promise<boolean>
}

/** Signs and encrypts, so that no operation needs AUTH_SECRET. */
export type Tokens = {
  /** Returns the JWT of a session (spec 22.2). `expiresAt` is in seconds since 1970. */
  issue(session: { accountId: string; sessionId: string; expiresAt: number }): Promise<string>
  /** Signs the parts of an address until `expiresAt`, in seconds since 1970. */
  signAddress(parts: readonly string[], expiresAt: number): string
  /** Returns the key that encrypts an account's outbox in its browsers: 32 bytes in base64, the same every time. */
  deviceKey(accountId: string): string
  verifyAddress(parts: readonly string[], expiresAt: number, signature: string): boolean
  /** Signs a short-lived claim for one purpose, such as "the password of this account was right". */
  signTicket(purpose: string, claims: Record<string, string>, ttlSeconds: number): string
  /** Opens a ticket. Returns null if it was altered, has expired or is for another purpose. */
  openTicket(purpose: string, ticket: string): Ticket | null
  /** Encrypts a secret that has to be read again. Decryption requires the same `owner`. */
  seal(secret: string, owner: string): string
  /**
   * Decrypts the result of `seal`. Returns null if it was altered, or sealed for another owner or with another
   * AUTH_SECRET.
   */
  unseal(sealed: string, owner: string): string | null
}

/** An opened ticket. `expiresAt` is in seconds since 1970. */
export type Ticket = { claims: Record<string, string>; expiresAt: number }

/**
 * Opens a file in the backups by its SHA-256 in hexadecimal. Returns null if they don't have it, and rejects if they
 * can't be read.
 */
export type ReadBackedUp = (sha256: string) => Promise<Readable | null>

/** Everything a job can use. Jobs can run twice and must be idempotent. */
export type JobContext = Pick<
  Context,
  'db' | 'site' | 'storage' | 'disk' | 'tokens' | 'limits' | 'mail' | 'push' | 'backups' | 'addJob' | 'contentChanged'
> & {
  signal: AbortSignal
  /** Runs `work` in one transaction; jobs added in it are queued only if it commits. */
  transaction<T>(
    work: (ctx: Pick<JobContext, 'db' | 'site' | 'tokens' | 'addJob' | 'contentChanged'>) => Promise<T>,
  ): Promise<T>
  /**
   * Returns a secret for an email, the same in each attempt of this job: if an email arrives twice, its links are the
   * same.
   */
  secretFor(purpose: string): string
  /** Runs `work` with texts in this language; jobs otherwise use English. */
  inLanguage<T>(language: Language, work: () => T): T
  /** Returns the stream of a file in the backups, or null. */
  readBackedUp: ReadBackedUp
  /** Folder for large temporary files. It is emptied at each start. */
  workFolder: string
  /** Folder of incomplete uploads; undefined if a bucket stores them. */
  piecesFolder: string | undefined
}

/** Jobs of a feature by name. `cron` (five fields, UTC) schedules a job; `mail` marks jobs that send mail. */
export type Jobs = Record<
  string,
  { cron?: string; mail?: true; run(ctx: JobContext, payload: Record<string, unknown>): Promise<void> }
>
