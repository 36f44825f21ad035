import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Context } from '#core/context.ts'
import { accountDevices, sessions } from '#core/tables.ts'
import { accountMails } from '../../mail-jobs.ts'

/**
 * Devices stay known for a year, longer than any session, so that owners don't get an email about every login after a
 * session has ended.
 */
const oneYearAgo = sql`now() - interval '1 year'`
const ninetyDaysAgo = sql`now() - interval '90 days'`

/**
 * Returns the device's hash, which is its key in the counters, if the account has logged in on it. `isKnown` is true if
 * the account has recently logged in on this device or from this address, so that guesses made elsewhere don't slow
 * this login down.
 */
export async function findKnownDevice(
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  accountId: string,
): Promise<{ device: string | undefined; isKnown: boolean }> {
  const device = caller.device && hashOf(caller.device)
  const [row] = device
    ? await db
        .select({ hash: accountDevices.hash })
        .from(accountDevices)
        .where(
          and(
            eq(accountDevices.accountId, accountId),
            eq(accountDevices.hash, device),
            gt(accountDevices.lastSeenAt, oneYearAgo),
          ),
        )
    : []
  if (row) return { device: row.hash, isKnown: true }
  return { device: undefined, isKnown: await hasSession(db, accountId, eq(sessions.address, caller.address)) }
}

/**
 * Records that the account logs in on this device, and sets or renews the device's cookie. Emails the owner if neither
 * the device nor this browser at this address is known, unless `isFirst` says that the account was just created here.
 */
export async function noteDevice(ctx: Context, accountId: string, sessionId: string, isFirst: boolean): Promise<void> {
  const { db, caller } = ctx
  const secret = caller.device ?? randomBytes(24).toString('base64url')
  const values = { accountId, hash: hashOf(secret) }
  const [row] = await db
    .insert(accountDevices)
    .values(values)
    .onConflictDoUpdate({
      target: [accountDevices.accountId, accountDevices.hash],
      set: { lastSeenAt: sql`now()` },
    })
    // PostgreSQL sets xmax on a row that was updated.
    .returning({ isNew: sql<boolean>`xmax = 0` })
  ctx.setDeviceCookie(secret)
  if (isFirst || !row?.isNew) return
  const sameBrowser = and(eq(sessions.address, caller.address), eq(sessions.userAgent, userAgentOf(caller.userAgent)))
  if (await hasSession(db, accountId, and(sameBrowser, sql`${sessions.id} <> ${sessionId}`))) return
  await accountMails.newDevice.add(ctx, { sessionId })
}

export function userAgentOf(header: string): string {
  return header.slice(0, 500)
}

/** Deletes devices that have not been used for a year. */
export async function forgetOldDevices(db: NodePgDatabase): Promise<void> {
  await db.delete(accountDevices).where(lt(accountDevices.lastSeenAt, oneYearAgo))
}

async function hasSession(db: NodePgDatabase, accountId: string, where: ReturnType<typeof and>): Promise<boolean> {
  // This includes ended sessions, because most people log out.
  const [row] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), gt(sessions.createdAt, ninetyDaysAgo), where))
    .limit(1)
  return row !== undefined
}

/** Returns the hash under which a device is stored. @param secret the value of its cookie */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
