import { and, eq, inArray, isNotNull, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { entries, groupMembers, groups } from '#content/entry/table.ts'
import type { Context } from '#core/context.ts'
import { Conflict, NotFound } from '#core/errors.ts'
import { hasRole } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { literally } from '#core/text.ts'
import { formerMemberId } from '../../account/queries.ts'
import { refusals } from './refusals.ts'

const { id, name, about } = groups
export const groupColumns = { id, name, about }
export const countedColumns = {
  ...groupColumns,
  members: sql<number>`(select count(*)::int from ${groupMembers} where ${groupMembers.groupId} = ${groups.id})`,
}

/** The group, for keepers and those who belong to it; locked where the caller will change it. Throws NotFound. */
export async function requireGroup({ db, viewer }: Pick<Context, 'db' | 'viewer'>, groupId: string, lock = false) {
  const known = hasRole(viewer, 'keeper') ? undefined : inArray(id, viewer?.groups ?? [])
  const select = db
    .select(groupColumns)
    .from(groups)
    .where(and(eq(id, groupId), known))
  const [group] = await (lock ? select.for('update') : select)
  if (!group) throw new NotFound()
  return group
}

/** Whether entries are limited to the group; `by` narrows which. */
export async function limitsEntries({ db }: Pick<Context, 'db'>, groupId: string, by?: SQL): Promise<boolean> {
  const limited = sql`${entries.groups} <> '{}' and ${entries.groups} @> array[${groupId}]::uuid[]`
  const [found] = await db.select({ id: entries.id }).from(entries).where(and(limited, by)).limit(1)
  return found !== undefined
}

/** Throws Conflict when another group has the name. */
export async function refuseTaken({ db }: Pick<Context, 'db'>, wanted: string, own?: string): Promise<void> {
  const [taken] = await db.select({ id }).from(groups).where(eq(name, wanted))
  if (taken && taken.id !== own) throw new Conflict(refusals.nameTaken, 'name_taken')
}

const isMember = and(isNull(accounts.disabledAt), notInArray(accounts.id, [formerMemberId])) as SQL

/** Accounts that can be added: admitted, and there to sign in. */
export function addable(membership: 'open' | 'approval'): SQL {
  return and(isMember, membership === 'approval' ? isNotNull(accounts.admittedAt) : undefined) as SQL
}

/** Names that hold `q`, or the one whose email it is: keepers are not told the emails of others. */
export function called(q: string): SQL {
  const part = `%${literally(q)}%`
  return or(sql`${accounts.name} ilike ${part}`, eq(accounts.email, q.normalize('NFKC').toLowerCase())) as SQL
}
