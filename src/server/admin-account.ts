import { createHmac } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { eq, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { accounts, auditLog, sessions, siteState } from '#core/tables.ts'

/**
 * Makes sure that ADMIN_EMAIL's account exists, verified, as admin and keeper. Its password is set when the account
 * is made and when ADMIN_PASSWORD changes, never otherwise; an account that gets it loses its sessions (PRODUCT §1).
 */
export async function ensureAdmin(db: NodePgDatabase, admin: { email: string; password: string }, secret: string) {
  const email = admin.email.normalize('NFKC').trim().toLowerCase()
  const value = createHmac('sha256', secret).update(`admin\0${email}\0${admin.password}`).digest('base64url')
  const [known] = await db.select().from(siteState).where(eq(siteState.name, 'admin'))
  if (known?.value === value) return
  const passwordHash = await hash(admin.password)
  await db.transaction(async (tx) => {
    const [row] = await tx
      .insert(accounts)
      .values({ email, name: 'Admin', passwordHash, roles: ['admin', 'keeper'], emailVerifiedAt: sql`now()` })
      .onConflictDoUpdate({
        target: accounts.email,
        set: {
          passwordHash,
          roles: sql`(select array_agg(distinct role) from unnest(${accounts.roles} || array['admin', 'keeper']) as role)`,
          emailVerifiedAt: sql`coalesce(${accounts.emailVerifiedAt}, now())`,
          disabledAt: null,
          disabledReason: null,
          admittedAt: sql`coalesce(${accounts.admittedAt}, now())`,
        },
      })
      .returning({ id: accounts.id })
    if (!row) throw new Error('the admin account was not written')
    await tx.update(sessions).set({ revokedAt: sql`now()` }).where(eq(sessions.accountId, row.id))
    await tx.insert(auditLog).values({ action: 'account:admin-from-environment', subjectId: row.id })
    await tx
      .insert(siteState)
      .values({ name: 'admin', value })
      .onConflictDoUpdate({ target: siteState.name, set: { value } })
  })
}
