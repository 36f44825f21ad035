import { and, asc, eq, ne, notInArray, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { after, audit } from '#content/entry/queries.ts'
import { ById, Removed } from '#content/entry/schema.ts'
import { entries, groupMembers, groups } from '#content/entry/table.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { toPage } from '#core/page.ts'
import { hasRole } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { literally } from '#core/text.ts'
import { addable, called, countedColumns, groupColumns, limitsEntries, refuseTaken, requireGroup } from './queries.ts'
import { refusals } from './refusals.ts'
import {
  CandidateQuery,
  Candidates,
  Group,
  GroupChange,
  GroupMembers,
  GroupQuery,
  Groups,
  Membership,
  MembersQuery,
  NewGroup,
  OwnGroups,
} from './schema.ts'

/** Groups that entries can be limited to. Keepers make them; belonging to one follows from no role (decision 12). */
export const group = {
  list: operation({
    method: 'GET',
    path: '/groups',
    permission: 'keeper',
    summary: 'List the groups, by name',
    input: GroupQuery,
    output: Groups,
    async handler({ db }, { q, limit, lastKey }) {
      const part = q ? sql`${groups.name} ilike ${`%${literally(q)}%`}` : undefined
      const rows = await db
        .select(countedColumns)
        .from(groups)
        .where(and(part, after(lastKey, groups.name, 'asc', groups.id)))
        .orderBy(asc(groups.name), asc(groups.id))
        .limit(limit + 1)
      return pageByName(rows, limit)
    },
  }),

  own: operation({
    method: 'GET',
    path: '/groups/own',
    permission: 'member',
    summary: 'List the groups that you belong to',
    input: z.object({}),
    output: OwnGroups,
    async handler({ db, viewer }) {
      const items = await db
        .select(groupColumns)
        .from(groups)
        .innerJoin(groupMembers, eq(groupMembers.groupId, groups.id))
        .where(eq(groupMembers.accountId, viewer?.id ?? ''))
        .orderBy(asc(groups.name))
      return { items }
    },
  }),

  get: operation({
    method: 'GET',
    path: '/groups/:id',
    permission: 'member',
    summary: 'Read a group: keepers, and those who belong to it',
    input: ById,
    output: Group,
    handler: (ctx, { id }) => requireGroup(ctx, id),
  }),

  create: operation({
    method: 'POST',
    path: '/groups',
    permission: 'keeper',
    summary: 'Make a group',
    input: NewGroup,
    output: Group,
    status: 201,
    async handler(ctx, said) {
      const [made] = await ctx.db.insert(groups).values(said).onConflictDoNothing().returning(groupColumns)
      if (!made) throw new Conflict(refusals.nameTaken, 'name_taken')
      await audit(ctx, 'group:create', made.id)
      return made
    },
  }),

  update: operation({
    method: 'PATCH',
    path: '/groups/:id',
    permission: 'keeper',
    summary: 'Change the name of a group, or what it is',
    input: GroupChange,
    output: Group,
    async handler(ctx, { id, ...change }) {
      const before = await requireGroup(ctx, id, true)
      if (change.name) await refuseTaken(ctx, change.name, id)
      await ctx.db
        .update(groups)
        .set({ id, ...change })
        .where(eq(groups.id, id))
      await audit(ctx, 'group:update', id, { fields: Object.keys(change) })
      return { ...before, ...change, name: change.name ?? before.name, about: change.about ?? before.about }
    },
  }),

  remove: operation({
    method: 'DELETE',
    path: '/groups/:id',
    permission: 'keeper',
    summary: 'Delete a group that no entry is limited to',
    input: ById,
    output: Removed,
    async handler(ctx, { id }) {
      await requireGroup(ctx, id, true)
      if (await limitsEntries(ctx, id)) throw new Conflict(refusals.inUse, 'in_use')
      await ctx.db.delete(groups).where(eq(groups.id, id))
      await audit(ctx, 'group:remove', id)
      return { id }
    },
  }),

  members: operation({
    method: 'GET',
    path: '/groups/:id/members',
    permission: 'member',
    summary: 'List who belongs to a group, by name: keepers, and those who belong to it',
    input: MembersQuery,
    output: GroupMembers,
    async handler(ctx, { id, limit, lastKey }) {
      await requireGroup(ctx, id)
      const rows = await ctx.db
        .select({ id: accounts.id, name: accounts.name, avatar: accounts.avatar, addedAt: groupMembers.addedAt })
        .from(groupMembers)
        .innerJoin(accounts, eq(accounts.id, groupMembers.accountId))
        .where(and(eq(groupMembers.groupId, id), after(lastKey, accounts.name, 'asc', accounts.id)))
        .orderBy(asc(accounts.name), asc(accounts.id))
        .limit(limit + 1)
      return pageByName(rows, limit)
    },
  }),

  candidates: operation({
    method: 'GET',
    path: '/groups/:id/candidates',
    permission: 'keeper',
    summary: 'Search the members who could be added to a group: by a part of the name, or the whole email',
    input: CandidateQuery,
    output: Candidates,
    async handler(ctx, { id, q }) {
      await requireGroup(ctx, id)
      const within = ctx.db
        .select({ id: groupMembers.accountId })
        .from(groupMembers)
        .where(eq(groupMembers.groupId, id))
      const items = await ctx.db
        .select({ id: accounts.id, name: accounts.name, avatar: accounts.avatar, memberSince: accounts.createdAt })
        .from(accounts)
        .where(and(addable(ctx.site.membership), called(q), notInArray(accounts.id, within)))
        .orderBy(asc(accounts.name), asc(accounts.id))
        .limit(10)
      return { items }
    },
  }),

  addMember: operation({
    method: 'PUT',
    path: '/groups/:id/members/:accountId',
    permission: 'keeper',
    summary: 'Add a member to a group; never yourself to one that guards the entries of others',
    input: Membership,
    output: Group,
    async handler(ctx, { id, accountId }) {
      // Locked: no entry is limited to it between this look and the end.
      const found = await requireGroup(ctx, id, true)
      const byOthers = or(sql`${entries.authorId} is null`, ne(entries.authorId, accountId))
      if (accountId === ctx.viewer?.id && (await limitsEntries(ctx, id, byOthers)))
        throw new Forbidden(refusals.notSelf)
      const [account] = await ctx.db
        .select({ id: accounts.id })
        .from(accounts)
        .where(and(eq(accounts.id, accountId), addable(ctx.site.membership)))
      if (!account) throw new Invalid(undefined, [{ path: 'accountId', message: refusals.noMember }])
      const added = await ctx.db
        .insert(groupMembers)
        .values({ groupId: id, accountId })
        .onConflictDoNothing()
        .returning({ id: groupMembers.groupId })
      if (added.length > 0) await audit(ctx, 'group:add-member', id, { accountId })
      return found
    },
  }),

  removeMember: operation({
    method: 'DELETE',
    path: '/groups/:id/members/:accountId',
    permission: 'member',
    summary: 'Take a member out of a group: a keeper, or the member',
    input: Membership,
    output: Removed,
    async handler(ctx, { id, accountId }) {
      await requireGroup(ctx, id)
      if (!hasRole(ctx.viewer, 'keeper') && accountId !== ctx.viewer?.id) throw new Forbidden()
      const gone = await ctx.db
        .delete(groupMembers)
        .where(and(eq(groupMembers.groupId, id), eq(groupMembers.accountId, accountId)))
        .returning({ id: groupMembers.accountId })
      if (gone.length === 0) throw new NotFound()
      await audit(ctx, 'group:remove-member', id, { accountId })
      return { id: accountId }
    },
  }),
}

/** A page of rows that stand in the order of their names. */
function pageByName<T extends { id: string; name: string }>(rows: T[], limit: number) {
  return toPage(
    rows,
    limit,
    ({ name, id }) => ({ value: name, id }),
    (row) => row,
  )
}
