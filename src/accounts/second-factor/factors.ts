import { and, count, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { mailTo, queueMail } from '#core/mail.ts'
import { accounts, accountTokens } from '#core/tables.ts'
import type { AccountRow } from '../account.ts'
import { isUndoLink } from '../tokens.ts'
import { type FactorMail, mailTexts } from './mail-texts.ts'
import { authenticatorApps, passkeys, recoveryCodes } from './table.ts'

type Db = Pick<Context, 'db'>

const appOf = (accountId: string) =>
  and(eq(authenticatorApps.accountId, accountId), isNotNull(authenticatorApps.confirmedAt))

/** Returns which second factors the account has. Recovery codes alone don't count for `any`. */
export async function methodsOf({ db }: Db, accountId: string) {
  const [row] = await db
    .select({
      passkeys: sql<boolean>`exists (select from ${passkeys} where ${eq(passkeys.accountId, accountId)})`,
      authenticatorApp: sql<boolean>`exists (select from ${authenticatorApps} where ${appOf(accountId)})`,
      recoveryCodes: sql<boolean>`exists (select from ${recoveryCodes} where ${eq(recoveryCodes.accountId, accountId)})`,
    })
    .from(sql`(select 1) as one`)
  if (!row) throw new Error('a select without a table returned no row')
  const methods = { passkey: row.passkeys, code: row.authenticatorApp, recoveryCode: row.recoveryCodes }
  return { methods, any: row.passkeys || row.authenticatorApp }
}

/** Returns the factors of an account as its owner sees them. */
export async function factorsOf({ db }: Db, accountId: string) {
  const [keys, apps, codes] = await Promise.all([
    db.select().from(passkeys).where(eq(passkeys.accountId, accountId)).orderBy(desc(passkeys.createdAt)),
    db.select().from(authenticatorApps).where(appOf(accountId)),
    db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.accountId, accountId)),
  ])
  const [app] = apps
  return {
    passkeys: keys.map(({ id, name, isSynced, createdAt, lastUsedAt }) => ({
      id,
      name,
      isSynced,
      createdAt,
      lastUsedAt,
    })),
    authenticatorApp: app ? { createdAt: app.createdAt, lastUsedAt: app.lastUsedAt } : null,
    recoveryCodesLeft: codes[0]?.left ?? 0,
  }
}

/**
 * Updates `secondFactorSince` to match the account's factors, and deletes its recovery codes when the last factor is
 * removed. Call it in the transaction of every change, after `lockAccount`.
 */
export async function updateSecondFactorSince(ctx: Db, accountId: string): Promise<void> {
  const { any } = await methodsOf(ctx, accountId)
  await ctx.db
    .update(accounts)
    .set({ secondFactorSince: any ? sql`coalesce(${accounts.secondFactorSince}, now())` : null })
    .where(eq(accounts.id, accountId))
  if (!any) await ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
}

/**
 * Deletes every factor of an account, and the links that would undo nothing else: those mailed to an earlier address
 * also put it back. Returns false if it had no factor.
 */
export async function removeAllFactors(ctx: Db, accountId: string): Promise<boolean> {
  const { any } = await methodsOf(ctx, accountId)
  await ctx.db.delete(passkeys).where(eq(passkeys.accountId, accountId))
  await ctx.db.delete(authenticatorApps).where(eq(authenticatorApps.accountId, accountId))
  await updateSecondFactorSince(ctx, accountId)
  const ownEmail = ctx.db.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, accountId))
  await ctx.db.delete(accountTokens).where(and(isUndoLink(accountId), inArray(accountTokens.email, ownEmail)))
  return any
}

/** Queues an email to the member about a change to their second factors, in the caller's transaction. */
export async function tellOfFactor(ctx: Pick<Context, 'addJob' | 'site'>, row: AccountRow, mail: FactorMail) {
  const url = `${ctx.site.baseUrl}/settings`
  await queueMail(
    ctx,
    mailTo(ctx.site, row, (language, site) => mailTexts[language][mail](site), { url }),
  )
}
