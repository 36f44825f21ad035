import { and, eq, inArray, isNotNull, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { formerMemberId } from '#accounts/account.ts'
import { entries, groupMembers, groups } from '#content/entry/table.ts'
import type { Context } from '#core/context.ts'
import { Conflict, NotFound } from '#core/errors.ts'
import { literally } from '#core/input/text.ts'
import { hasRole } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { refusals } from './refusals.ts'

const { id, name, about } = groups
export const groupColumns = { id, name, about }
export const countedColumns = {
  ...groupColumns,
  members: sql<number>`(select count(*)::int from ${groupMembers} where ${groupMembers.groupId} = ${groups.id})`,
}

/**
 * Returns a group to keepers and its members, and locks it if `lock` is true. Throws NotFound for anyone else, and if
 * there is no such group.
 */
export async function requireGroup({ db, viewer }: Pick<Context, 'db' | 'viewer'>, groupId: string, lock = false) {
  const membership = hasRole(viewer, 'keeper') ? undefined : inArray(id, viewer?.groups ?? [])
  const select = db
    .select(groupColumns)
    .from(groups)
    .where(and(eq(id, groupId), membership))
  const [group] = await (lock ? select.for('update') : select)
  if (!group) throw new NotFound()
  return group
}

/** Returns whether any entry is limited to the group. The condition `by` restricts which entries count. */
export async function limitsEntries({ db }: Pick<Context, 'db'>, groupId: string, by?: SQL): Promise<boolean> {
  const limited = sql`${entries.groups} <> '{}' and ${entries.groups} @> array[${groupId}]::uuid[]`
  const [entry] = await db.select({ id: entries.id }).from(entries).where(and(limited, by)).limit(1)
  return entry !== undefined
}

/** Throws Conflict if a group other than `own` has the name. */
export async function refuseTaken({ db }: Pick<Context, 'db'>, newName: string, own?: string): Promise<void> {
  const [existing] = await db.select({ id }).from(groups).where(eq(name, newName))
  if (existing && existing.id !== own) throw new Conflict(refusals.nameTaken, 'name_taken')
}

const isMember = and(isNull(accounts.disabledAt), notInArray(accounts.id, [formerMemberId])) as SQL

/** Returns a condition that matches accounts that can be added: enabled ones and, with approval, only admitted ones. */
export function addable(membership: 'open' | 'approval'): SQL {
  return and(isMember, membership === 'approval' ? isNotNull(accounts.admittedAt) : undefined) as SQL
}

/**
 * Returns a condition that matches accounts whose name contains `q` or whose email is exactly `q`. Part of an email
 * doesn't match, so that keepers can't find out other people's emails.
 */
export function called(q: string): SQL {
  const part = `%${literally(q)}%`
  return or(sql`${accounts.name} ilike ${part}`, eq(accounts.email, q.normalize('NFKC').toLowerCase())) as SQL
}

/** Selects the members of a group who can get emails: their email is confirmed and their account is not disabled. */
export function tellableMembers({ db }: Pick<Context, 'db'>, groupId: string) {
  const { id, name, email, preferences } = accounts
  return db
    .select({ id, name, email, preferences })
    .from(groupMembers)
    .innerJoin(accounts, eq(accounts.id, groupMembers.accountId))
    .where(and(eq(groupMembers.groupId, groupId), isMember, isNotNull(accounts.emailVerifiedAt)))
    .orderBy(id)
}
