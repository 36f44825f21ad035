import { createHmac } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { eq, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { removeAllFactors } from '#accounts/second-factor/factors.ts'
import { endAccess, setAside } from '#accounts/set-aside.ts'
import { normalizeEmail } from '#core/input/contact.ts'
import { accounts, auditLog, siteState } from '#core/tables.ts'
import { normalizePassword } from '#text/password.ts'

/**
 * If ADMIN_EMAIL, ADMIN_PASSWORD or AUTH_SECRET is new, makes the account of ADMIN_EMAIL a confirmed admin and keeper
 * with this password, and removes its sessions, tokens, pending email and second factors. Creates the account if there
 * is none, or only one whose email was never confirmed (`setAside`).
 */
export async function ensureAdmin(db: NodePgDatabase, admin: { email: string; password: string }, secret: string) {
  const email = normalizeEmail(admin.email)
  const value = createHmac('sha256', secret).update(`admin\0${email}\0${admin.password}`).digest('base64url')
  const [stored] = await db.select().from(siteState).where(eq(siteState.name, 'admin'))
  if (stored?.value === value) return
  const passwordHash = await hash(normalizePassword(admin.password))
  await db.transaction(async (tx) => {
    await setAside(tx, email, 'The email was never confirmed. It now belongs to the admin’s account.')
    const [row] = await tx
      .insert(accounts)
      .values({ email, name: 'Admin', passwordHash, roles: ['admin', 'keeper'], emailVerifiedAt: sql`now()` })
      .onConflictDoUpdate({
        target: accounts.email,
        set: {
          passwordHash,
          pendingEmail: null,
          roles: sql`(select array_agg(distinct role) from unnest(${accounts.roles} || array['admin', 'keeper']) as role)`,
          emailVerifiedAt: sql`coalesce(${accounts.emailVerifiedAt}, now())`,
          disabledAt: null,
          disabledReason: null,
          admittedAt: sql`coalesce(${accounts.admittedAt}, now())`,
        },
      })
      .returning({ id: accounts.id })
    if (!row) throw new Error('the admin account was not written')
    // A previous holder must not log in with their passkey, and an admin who lost theirs must be able to log in.
    await removeAllFactors({ db: tx }, row.id)
    await endAccess(tx, row.id)
    await tx.insert(auditLog).values({ action: 'account:admin-from-environment', subjectId: row.id })
    await tx
      .insert(siteState)
      .values({ name: 'admin', value })
      .onConflictDoUpdate({ target: siteState.name, set: { value } })
  })
}
