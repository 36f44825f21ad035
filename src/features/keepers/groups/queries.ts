import { and, eq, exists, inArray, isNotNull, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { alias } from 'drizzle-orm/pg-core'
import { formerMemberId } from '#accounts/account.ts'
import { named } from '#accounts/named.ts'
import { entries, groupMembers, groups } from '#content/entry/table.ts'
import type { Context } from '#core/context.ts'
import { Conflict, existing } from '#core/errors.ts'
import { normalizeEmail } from '#core/input/contact.ts'
import { hasRole } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { sameKey } from '#text/fold.ts'
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
  return existing(group)
}

/** Returns whether any entry is limited to the group. The condition `by` restricts which entries count. */
export async function limitsEntries({ db }: Pick<Context, 'db'>, groupId: string, by?: SQL): Promise<boolean> {
  const [entry] = await db
    .select({ id: entries.id })
    .from(entries)
    .where(and(limitedTo(groupId), by))
    .limit(1)
  return entry !== undefined
}

/** Returns a condition that matches entries limited to the group, written so that PostgreSQL can use the index. */
function limitedTo(groupId: string): SQL {
  return sql`${entries.groups} <> '{}' and ${entries.groups} @> array[${groupId}]::uuid[]`
}

/** Throws Conflict if a group other than `own` has the same name (`sameKey`). */
export async function refuseTaken({ db }: Pick<Context, 'db'>, newName: string, own?: string): Promise<void> {
  const similar = await db
    .select({ id, name })
    .from(groups)
    .where(or(eq(name, newName), named(name, newName)))
  if (similar.some((one) => one.id !== own && sameKey(one.name) === sameKey(newName)))
    throw new Conflict(refusals.nameTaken, 'name_taken')
}

const isMember = and(isNull(accounts.disabledAt), notInArray(accounts.id, [formerMemberId])) as SQL

/** Returns a condition that matches accounts that can be added: enabled ones and, with approval, only admitted ones. */
export function addable(membership: 'open' | 'approval'): SQL {
  return and(isMember, membership === 'approval' ? isNotNull(accounts.admittedAt) : undefined) as SQL
}

/**
 * Returns a condition that matches accounts whose name matches `q` or whose email is exactly `q`. Part of an email
 * doesn't match, so that keepers can't find out other people's emails.
 */
export function called(q: string): SQL {
  return or(named(accounts.name, q), eq(accounts.email, normalizeEmail(q))) as SQL
}

/**
 * Selects the members of a group, and the authors of entries limited to it, whose email is confirmed and whose account
 * isn't disabled.
 * @param only selects this account alone
 */
export function tellablePeople({ db }: Pick<Context, 'db'>, groupId: string, only?: string) {
  const { id } = accounts
  const one = only === undefined ? undefined : eq(id, only)
  const members = db.select({ id: groupMembers.accountId }).from(groupMembers).where(eq(groupMembers.groupId, groupId))
  const authors = db.select({ id: entries.authorId }).from(entries).where(limitedTo(groupId))
  return db
    .select({ id })
    .from(accounts)
    .where(and(or(inArray(id, members), inArray(id, authors)), one, isMember, isNotNull(accounts.emailVerifiedAt)))
    .orderBy(id)
}

const keepers = alias(accounts, 'keepers')

/**
 * Returns the names of a group, of a member who was added or removed, and of the keeper who did it, and whether the
 * member is in the group; undefined if the group or the member is gone.
 */
export async function readAddition(
  db: NodePgDatabase,
  { groupId, memberId, keeperId }: { groupId: string; memberId: string; keeperId: string },
) {
  const inGroup = and(eq(groupMembers.groupId, groups.id), eq(groupMembers.accountId, accounts.id))
  const [row] = await db
    .select({
      group: groups.name,
      added: accounts.name,
      by: keepers.name,
      isMember: exists(db.select().from(groupMembers).where(inGroup)).mapWith(Boolean),
    })
    .from(groups)
    .innerJoin(accounts, eq(accounts.id, memberId))
    .leftJoin(keepers, eq(keepers.id, keeperId))
    .where(eq(groups.id, groupId))
  return row
}
