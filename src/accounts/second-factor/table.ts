import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdNow, id, instant } from '#core/column.ts'
import { accountKey, ofAccount } from '#core/tables.ts'

/** WebAuthn credentials: phones, computers and security keys that prove who their owner is. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    accountId: ofAccount(),
    /** The id that the authenticator chose, in base64url. */
    credentialId: text().notNull().unique(),
    /** The COSE key, in base64url. */
    publicKey: text().notNull(),
    /** The highest count of uses that an authenticator sent, or 0. If it doesn't rise, the passkey may be a copy. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    /** True if the passkey is synced between its owner's devices. */
    isSynced: boolean().notNull(),
    createdAt: createdNow(),
    lastUsedAt: instant(),
  },
  (t) => [index().on(t.accountId)],
)

/** Secrets shared with authenticator apps (TOTP, RFC 6238). */
export const authenticatorApps = pgTable('authenticator_apps', {
  accountId: accountKey(),
  /** The secret, encrypted with a key derived from AUTH_SECRET. */
  sealedSecret: text().notNull(),
  /** This is null until the member enters a first code. Until then the app isn't a second factor. */
  confirmedAt: instant(),
  /** The time step of the last accepted code. Codes of this and earlier steps are refused. */
  lastStep: integer(),
  createdAt: createdNow(),
  lastUsedAt: instant(),
})

/** Unused recovery codes as salted hashes. Each works once and is then deleted. */
export const recoveryCodes = pgTable('recovery_codes', { accountId: ofAccount(), hash: text().notNull() }, (t) => [
  primaryKey({ columns: [t.accountId, t.hash] }),
])

/** Used login tickets and WebAuthn challenges, stored so that every instance refuses them. */
export const usedTickets = pgTable(
  'used_tickets',
  { hash: text().primaryKey(), expiresAt: instant().notNull() },
  (t) => [index().on(t.expiresAt)],
)
