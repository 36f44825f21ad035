import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
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
import { createdNow, id, instant } from './column.ts'

// The tables that every room stands on: people, their sessions, and what was done. Declarations only.

export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    /** Lower case, NFKC: `A@x` and `a@x` are one account. */
    email: text().notNull().unique(),
    /** Waits for its owner to confirm it; `email` stays until then. */
    pendingEmail: text(),
    /** What is shown: first and last name, once the profile has them. */
    name: text().notNull(),
    firstName: text(),
    lastName: text(),
    phone: text().notNull().default(''),
    bio: text().notNull().default(''),
    socialLinks: jsonb().$type<Partial<Record<string, string>>>().notNull().default({}),
    /** What the member chose; the rest is the defaults of spec §9. */
    preferences: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    avatar: text(),
    /** Argon2id; null for an account that has no password yet. */
    passwordHash: text(),
    roles: text().array().notNull().default(sql`'{}'::text[]`),
    isPremium: boolean().notNull().default(false),
    emailVerifiedAt: instant(),
    /** Null while an admin has yet to admit it (MEMBERSHIP=approval). */
    admittedAt: instant().default(sql`now()`),
    disabledAt: instant(),
    disabledReason: text(),
    createdAt: createdNow(),
    updatedAt: createdNow(),
  },
  (t) => [index('accounts_newest').on(t.createdAt, t.id)],
)

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    userAgent: text().notNull(),
    address: text().notNull(),
    /** City and country, where a proxy tells. */
    location: text(),
    createdAt: createdNow(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
  },
  (t) => [index().on(t.accountId)],
)

/** A secret that was mailed or handed over, as its SHA-256. One of a kind per account, so the newest wins. */
export const accountTokens = pgTable(
  'account_tokens',
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    purpose: text().$type<'reset' | 'reset-code' | 'verify' | 'change-email'>().notNull(),
    hash: text().notNull().unique(),
    /** The address that holding it proves. */
    email: text().notNull(),
    expiresAt: instant().notNull(),
    createdAt: createdNow(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.purpose] })],
)

/** Counters of rate-limiter-flexible, in its own shape; `expire` in ms since 1970. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: varchar({ length: 255 }).primaryKey(),
    points: integer().notNull().default(0),
    expire: bigint({ mode: 'number' }),
  },
  (t) => [index().on(t.expire)],
)

/** Buckets that refill: `full` is when the bucket will be full again. */
export const rateBuckets = pgTable('rate_buckets', {
  key: text().primaryKey(),
  full: timestamp({ withTimezone: true, precision: 6 }).notNull(),
})

/** The answer of each POST that carried an Idempotency-Key, kept 30 days per account. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    /** SHA-256 of path and body. */
    request: text().notNull(),
    answer: jsonb(),
    createdAt: createdNow(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.key] }), index().on(t.createdAt)],
)

/** Who did what to what, written in the transaction that did it. */
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

/** Numbers and texts of the site as a whole, such as the state of the first-run import. */
export const siteState = pgTable('site_state', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  version: integer().notNull().default(1),
})
