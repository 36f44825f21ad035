import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { createdNow, id, instant, partOf } from './column.ts'

// This file declares the tables that several features use, such as accounts, sessions and the audit log.

export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    /** Lower case, NFKC: `A@x` and `a@x` are one account. */
    email: text().notNull().unique(),
    /** New email that the member has not confirmed yet; `email` stays in use until then. */
    pendingEmail: text(),
    /** Display name: first and last name, once the profile has them. */
    name: text().notNull(),
    firstName: text(),
    lastName: text(),
    phone: text().notNull().default(''),
    bio: text().notNull().default(''),
    socialLinks: jsonb().$type<Partial<Record<string, string>>>().notNull().default({}),
    /** Preferences the member saved; the rest are defaults (spec 3.9). */
    preferences: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    avatar: text(),
    /** Where the member lives, in their own words, as their page shows it. */
    place: text().notNull().default(''),
    /** False if the member turned their page off (`accounts/person.ts`). */
    publicPage: boolean().notNull().default(true),
    /** Argon2id; null while the account has no password. */
    passwordHash: text(),
    /** When the account last went from no second factor to having one; null if it has none. */
    secondFactorSince: instant(),
    roles: text().array().notNull().default(sql`'{}'::text[]`),
    isPremium: boolean().notNull().default(false),
    emailVerifiedAt: instant(),
    /** Null until an admin admits the account (MEMBERSHIP=approval). */
    admittedAt: instant().default(sql`now()`),
    disabledAt: instant(),
    disabledReason: text(),
    createdAt: createdNow(),
    updatedAt: createdNow(),
  },
  (t) => [index('accounts_newest').on(t.createdAt, t.id)],
)

/** Returns the column for a row's account. The row is deleted with its account. */
export function ofAccount() {
  return partOf(() => accounts.id)
}

/** Returns the column of `ofAccount` as a primary key, for a table with at most one row for each account. */
export function accountKey() {
  return ofAccount().primaryKey()
}

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    accountId: ofAccount(),
    userAgent: text().notNull(),
    address: text().notNull(),
    /** City and country, if a proxy reports them. */
    location: text(),
    createdAt: createdNow(),
    /** Last login or confirmation in this session. */
    authenticatedAt: createdNow(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
  },
  (t) => [index().on(t.accountId)],
)

/**
 * Secrets that were emailed or handed over, stored as their SHA-256. Each account has at most one for each purpose: a
 * new one replaces the old one. The purpose of a link that undoes a new email or second factor contains the time of that
 * change, so that a later link doesn't replace an earlier one.
 */
export const accountTokens = pgTable(
  'account_tokens',
  {
    accountId: ofAccount(),
    purpose: text()
      .$type<'reset' | 'reset-code' | 'verify' | 'change-email' | 'cancel-email' | `undo-factor:${string}`>()
      .notNull(),
    hash: text().notNull().unique(),
    /** The email whose ownership the token proves. */
    email: text().notNull(),
    expiresAt: instant().notNull(),
    createdAt: createdNow(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.purpose] })],
)

/**
 * The mail server's latest final answer for each address that refused an email. Deleted as soon as an email arrives
 * there, when the account of the address is deleted, or after 90 days.
 */
export const refusedEmails = pgTable(
  'refused_emails',
  {
    id: id(),
    email: text().notNull().unique(),
    answer: text().notNull(),
    /** True if the address doesn't work; false if the server refused that one email. */
    isAddress: boolean().notNull(),
    refusedAt: createdNow(),
  },
  (t) => [index('refused_emails_newest').on(t.refusedAt, t.id)],
)

/** Counters of rate-limiter-flexible, in its schema. `expire` is in ms since 1970. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: varchar({ length: 255 }).primaryKey(),
    points: integer().notNull().default(0),
    expire: bigint({ mode: 'number' }),
  },
  (t) => [index().on(t.expire)],
)

/** Token buckets: `full` is when the bucket will be full again. */
export const rateBuckets = pgTable('rate_buckets', {
  key: text().primaryKey(),
  full: timestamp({ withTimezone: true, precision: 6 }).notNull(),
})

/** Used proofs of work, stored until they expire, because each is valid only once. */
export const spentProofs = pgTable('spent_proofs', {
  signature: text().primaryKey(),
  expiresAt: instant().notNull(),
})

/** Devices on which an account has logged in, by the SHA-256 of the device cookie. */
export const accountDevices = pgTable(
  'account_devices',
  {
    accountId: ofAccount(),
    hash: text().notNull(),
    createdAt: createdNow(),
    lastSeenAt: createdNow(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.hash] })],
)

/** Answers to POSTs with an Idempotency-Key, stored for 30 days for each account (spec 22.4). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    accountId: ofAccount(),
    key: text().notNull(),
    /** SHA-256 of path and body. */
    request: text().notNull(),
    answer: jsonb(),
    createdAt: createdNow(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.key] }), index().on(t.createdAt)],
)

/** Actions and their subjects, written in the same transaction as the action. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    at: createdNow(),
    actorId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    action: text().notNull(),
    subjectId: uuid(),
    detail: jsonb().$type<Record<string, unknown>>(),
  },
  (t) => [index().on(t.subjectId), index().on(t.at), index().on(t.actorId)],
)

/** Values of the site as a whole, such as the state of the first import. */
export const siteState = pgTable('site_state', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  version: integer().notNull().default(1),
})

/**
 * Kinds of daily sums: opened pages by route; requests, slow ones and failed ones by operation; jobs by name; emails.
 */
export type DailySum = 'visit' | 'request' | 'slow' | 'error' | 'job' | 'job-failed' | 'mail' | 'mail-failed'

/** Daily sums that identify nobody: `name` is a fixed word. All instances add to the same rows. */
export const dailySums = pgTable(
  'daily_sums',
  {
    /** In Nairobi's time zone. */
    day: date({ mode: 'string' }).notNull(),
    kind: text().$type<DailySum>().notNull(),
    name: text().notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.day, t.name] })],
)
