import { and, eq, isNull, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { accounts, accountTokens, auditLog, sessions } from '#core/tables.ts'
import { forgetDevices } from './sessions.ts'

type Transaction = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete'>

/**
 * Disables an account that has this email but never confirmed it, and takes the email from it for another account.
 * Anyone can sign up with someone else's email, so nothing else moves: password, second factor, groups and posts stay
 * with the disabled account.
 * @param reason shown to the person who logs in to it
 */
export async function setAside(tx: Transaction, email: string, reason: string): Promise<void> {
  const [row] = await tx
    .update(accounts)
    .set({
      // No mail server accepts this address and nobody can guess it, so nobody can sign up with it first.
      email: `${crypto.randomUUID()}@set-aside.invalid`,
      pendingEmail: null,
      disabledAt: sql`coalesce(${accounts.disabledAt}, now())`,
      disabledReason: reason,
    })
    .where(and(eq(accounts.email, email), isNull(accounts.emailVerifiedAt)))
    .returning({ id: accounts.id })
  if (!row) return
  await endAccess(tx, row.id)
  await tx.insert(auditLog).values({ action: 'account:set-aside', subjectId: row.id })
}

/** Ends all sessions of an account, deletes all its tokens and forgets its devices. */
export async function endAccess(tx: Transaction, accountId: string): Promise<void> {
  await tx.update(sessions).set({ revokedAt: sql`now()` }).where(eq(sessions.accountId, accountId))
  await tx.delete(accountTokens).where(eq(accountTokens.accountId, accountId))
  await forgetDevices(tx, accountId)
}
