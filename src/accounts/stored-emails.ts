import { and, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { normalizeEmail } from '#core/input/contact.ts'
import { accounts, accountTokens } from '#core/tables.ts'
import { refusals } from './refusals.ts'
import { setAside } from './set-aside.ts'

const uniqueViolation = '23505'

/**
 * Rewrites emails that were stored before `normalizeEmail` changed their form, so that they are found. An email that
 * must be unique stays as it is if another row has the new form; of two that become equal, the first changes.
 * @param key the primary key, in the order in which rows were added
 * @param first what comes before that order
 * @returns the keys of the rows that stayed as they are
 */
export async function normalizeStored(
  db: Pick<NodePgDatabase, 'execute'>,
  { table, key, column, first }: { table: PgTable; key: PgColumn; column: string; first?: SQL },
): Promise<string[]> {
  const email = sql.identifier(column)
  const { rows } = await db.execute<{ key: string; email: string }>(sql`
    select ${key} as key, ${email} as email from ${table}
    where ${email} like '%.' or octet_length(${email}) > length(${email}) order by ${first ? sql`${first}, ${key}` : key}`)
  const left: string[] = []
  for (const row of rows) {
    const normalized = normalizeEmail(row.email)
    if (normalized === row.email) continue
    await db
      .execute(sql`update ${table} set ${email} = ${normalized} where ${key} = ${row.key} and ${email} = ${row.email}`)
      .catch((error: { cause?: { code?: string } }) => {
        if (error.cause?.code !== uniqueViolation) throw error
        left.push(row.key)
      })
  }
  return left
}

/**
 * Does this for accounts and their tokens when the site starts. Confirmed emails come first, and take the new form from
 * accounts that never confirmed it (`setAside`). Returns the ids of accounts that stayed as they are.
 */
export async function normalizeAccountEmails(db: NodePgDatabase): Promise<string[]> {
  await normalizeStored(db, { table: accounts, key: accounts.id, column: 'pending_email' })
  await normalizeStored(db, { table: accountTokens, key: accountTokens.hash, column: 'email' })
  const first = sql`${accounts.emailVerifiedAt} is null`
  const normalize = () => normalizeStored(db, { table: accounts, key: accounts.id, column: 'email', first })
  const left = await normalize()
  const confirmed = await db
    .select({ email: accounts.email })
    .from(accounts)
    .where(and(inArray(accounts.id, left), isNotNull(accounts.emailVerifiedAt), isNull(accounts.disabledAt)))
  if (confirmed.length === 0) return left
  for (const { email } of confirmed)
    await db.transaction((tx) => setAside(tx, normalizeEmail(email), refusals.setAside))
  return normalize()
}
