import { and, eq, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { existing, Forbidden, Invalid, NotFound } from '#core/errors.ts'
import { hasRole, type Role } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { type AccountRow, formerMemberId } from './account.ts'
import { lockAdmins, refuseLastAdmin } from './admins.ts'
import { tell } from './mail.ts'
import { mayChangeMember } from './policy.ts'
import { refusals } from './refusals.ts'
import type { Member, MemberChange } from './schema.ts'
import { endSessions } from './sessions.ts'

export function presentMember(row: AccountRow): Member {
  const { id, name, email, avatar, isPremium, disabledReason, createdAt } = row
  return {
    id,
    name,
    email,
    avatar,
    roles: row.roles as Role[],
    isPremium,
    emailVerified: row.emailVerifiedAt !== null,
    admitted: row.admittedAt !== null,
    disabled: row.disabledAt !== null,
    disabledReason,
    secondFactor: row.secondFactorSince !== null,
    createdAt,
  }
}

/** Locks a member's account until the transaction ends. Throws NotFound if there is no such member. */
export async function lockMember({ db }: Pick<Context, 'db'>, id: string): Promise<AccountRow> {
  const [row] = await db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, id), ne(accounts.id, formerMemberId)))
    .for('update')
  return existing(row)
}

/** Applies an admin's changes to an account and logs each of them. */
export async function changeMember(ctx: Context, change: z.output<typeof MemberChange>): Promise<Member> {
  const admins = await lockAdmins(ctx)
  // Another admin may have removed the role while this request waited for the lock.
  if (!ctx.viewer || !admins.includes(ctx.viewer.id)) throw new Forbidden()
  const before = await lockMember(ctx, change.id)
  const next = decide(presentMember(before), change)
  if (!(hasRole(next, 'admin') && next.admitted && !next.disabled)) refuseLastAdmin(admins, before.id)
  if (next.disabled && !before.disabledAt && !mayChangeMember(ctx.viewer, 'disable', next))
    throw new Forbidden(refusals.ownAccess)

  const [row] = await ctx.db
    .update(accounts)
    .set({
      roles: next.roles,
      isPremium: next.isPremium,
      admittedAt: next.admitted ? sql`coalesce(${accounts.admittedAt}, now())` : null,
      disabledAt: next.disabled ? sql`coalesce(${accounts.disabledAt}, now())` : null,
      disabledReason: next.disabledReason,
      updatedAt: sql`now()`,
    })
    .where(eq(accounts.id, before.id))
    .returning()
  if (!row) throw new NotFound()
  await note(ctx, presentMember(before), presentMember(row))
  // The member's page appears or disappears, and so do the links to it from their name.
  if (Boolean(row.disabledAt) !== Boolean(before.disabledAt) || Boolean(row.admittedAt) !== Boolean(before.admittedAt))
    ctx.contentChanged()
  if (row.disabledAt && !before.disabledAt) await endSessions(ctx.db, row.id)
  if (row.admittedAt && !before.admittedAt && ctx.site.membership === 'approval')
    await tell(ctx, row, (texts, site) => texts.admitted(site))
  return presentMember(row)
}

function decide(before: Member, change: z.output<typeof MemberChange>): Member {
  const { rolesBefore = before.roles } = change
  const added = (change.roles ?? rolesBefore).filter((role) => !rolesBefore.includes(role))
  const kept = before.roles.filter(
    (role) => !change.roles || change.roles.includes(role) || !rolesBefore.includes(role),
  )
  const roles = [...new Set([...kept, ...added])]
  const disabled = change.disabled ?? before.disabled
  const disabledReason = disabled ? (change.reason ?? before.disabledReason) : null
  if (disabled && !disabledReason)
    throw new Invalid(refusals.sayWhy, [{ path: 'reason', message: refusals.memberReadsIt }])
  // Only members have roles, so giving a role also admits the account, unless the change says otherwise.
  const addsRole = roles.some((role) => !before.roles.includes(role))
  const admitted = change.admitted ?? (before.admitted || addsRole)
  return { ...before, roles, isPremium: change.isPremium ?? before.isPremium, disabled, disabledReason, admitted }
}

async function note(ctx: Context, before: Member, after: Member): Promise<void> {
  const { id } = after
  if (before.roles.toSorted().join() !== after.roles.toSorted().join())
    await audit(ctx, 'member:roles', id, { before: before.roles, after: after.roles })
  if (before.isPremium !== after.isPremium) await audit(ctx, 'member:premium', id, { isPremium: after.isPremium })
  if (before.admitted !== after.admitted) await audit(ctx, after.admitted ? 'member:admit' : 'member:unadmit', id)
  if (before.disabled !== after.disabled)
    await audit(ctx, after.disabled ? 'member:disable' : 'member:enable', id, { reason: after.disabledReason })
}
