import { and, asc, eq, ne, notInArray, or, sql } from 'drizzle-orm'
import { named } from '#accounts/named.ts'
import { rowsOf } from '#content/entry/list/reads.ts'
import { after } from '#content/entry/list/where.ts'
import { ById, Removed } from '#content/entry/schema.ts'
import { entries, groupMembers, groups } from '#content/entry/table.ts'
import { audit } from '#core/audit.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { toPage } from '#core/page.ts'
import { hasRole, requireConfirmedEmail, viewerOf } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { tellOfAddition, tellOfRemoval } from './mail.ts'
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

const ownGroups = rowsOf(
  'own_groups',
  ({ db }) =>
    db
      .select(groupColumns)
      .from(groups)
      .innerJoin(groupMembers, eq(groupMembers.groupId, groups.id))
      .orderBy(asc(groups.name))
      .$dynamic(),
  () => eq(groupMembers.accountId, sql.placeholder('viewer')),
)

/** Groups that entries can be limited to. Keepers create them, but no role makes anyone a member (decision 12). */
export const group = {
  list: operation('GET', '/groups', 'keeper', {
    summary: 'List the groups by name',
    input: GroupQuery,
    output: Groups,
    async handler({ db }, { q, limit, lastKey }) {
      const rows = await db
        .select(countedColumns)
        .from(groups)
        .where(and(named(groups.name, q), after(lastKey, groups.name, 'asc', groups.id)))
        .orderBy(asc(groups.name), asc(groups.id))
        .limit(limit + 1)
      return pageByName(rows, limit)
    },
  }),

  own: operation('GET', '/groups/own', 'member', {
    summary: 'List the groups that you belong to',
    output: OwnGroups,
    handler: async (ctx) => ({ items: await ownGroups(ctx) }),
  }),

  get: operation('GET', '/groups/:id', 'member', {
    summary: 'Read a group, as a keeper or one of its members',
    input: ById,
    output: Group,
    handler: (ctx, { id }) => requireGroup(ctx, id),
  }),

  create: operation('POST', '/groups', 'keeper', {
    summary: 'Create a group',
    input: NewGroup,
    output: Group,
    status: 201,
    async handler(ctx, input) {
      await refuseTaken(ctx, input.name)
      const [created] = await ctx.db.insert(groups).values(input).onConflictDoNothing().returning(groupColumns)
      if (!created) throw new Conflict(refusals.nameTaken, 'name_taken')
      await audit(ctx, 'group:create', created.id)
      return created
    },
  }),

  update: operation('PATCH', '/groups/:id', 'keeper', {
    summary: 'Change the name or the description of a group',
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

  remove: operation('DELETE', '/groups/:id', 'keeper', {
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

  members: operation('GET', '/groups/:id/members', 'member', {
    summary: 'List the members of a group by name, as a keeper or one of its members',
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

  candidates: operation('GET', '/groups/:id/candidates', 'keeper', {
    summary: 'Search for members to add to a group, by the beginning of a name or a complete email',
    input: CandidateQuery,
    output: Candidates,
    async handler(ctx, { id, q }) {
      await requireGroup(ctx, id)
      const within = ctx.db
        .select({ id: groupMembers.accountId })
        .from(groupMembers)
        .where(eq(groupMembers.groupId, id))
      const items = await ctx.db
        .select({
          ...{ id: accounts.id, name: accounts.name, avatar: accounts.avatar, memberSince: accounts.createdAt },
          emailVerified: sql<boolean>`${accounts.emailVerifiedAt} is not null`,
        })
        .from(accounts)
        .where(and(addable(ctx.site.membership), called(q), notInArray(accounts.id, within)))
        .orderBy(asc(accounts.name), asc(accounts.id))
        .limit(10)
      return { items }
    },
  }),

  addMember: operation('PUT', '/groups/:id/members/:accountId', 'keeper', {
    summary:
      'Add a member with a confirmed email to a group, and email its members and the authors of its entries; you can’t add yourself if it has other people’s entries',
    input: Membership,
    output: Group,
    async handler(ctx, { id, accountId }) {
      const viewer = viewerOf(ctx)
      // Adding a member sends emails to the group, which requires a confirmed email.
      requireConfirmedEmail(viewer)
      // The group is locked so that no entry can be limited to it meanwhile.
      const group = await requireGroup(ctx, id, true)
      const byOthers = or(sql`${entries.authorId} is null`, ne(entries.authorId, accountId))
      if (accountId === viewer.id && (await limitsEntries(ctx, id, byOthers))) throw new Forbidden(refusals.notSelf)
      const [account] = await ctx.db
        .select({ id: accounts.id, name: accounts.name, emailVerifiedAt: accounts.emailVerifiedAt })
        .from(accounts)
        .where(and(eq(accounts.id, accountId), addable(ctx.site.membership)))
      if (!account) throw new Invalid(undefined, [{ path: 'accountId', message: refusals.noMember }])
      if (!account.emailVerifiedAt) throw new Conflict(refusals.unconfirmed, 'email_unconfirmed')
      const added = await ctx.db
        .insert(groupMembers)
        .values({ groupId: id, accountId })
        .onConflictDoNothing()
        .returning({ id: groupMembers.groupId })
      if (added.length === 0) return group
      await audit(ctx, 'group:add-member', id, { accountId })
      await tellOfAddition(ctx, { groupId: id, memberId: accountId, keeperId: viewer.id })
      return group
    },
  }),

  removeMember: operation('DELETE', '/groups/:id/members/:accountId', 'member', {
    summary: 'Remove a member from a group as a keeper, which emails them, or leave the group yourself',
    input: Membership,
    output: Removed,
    async handler(ctx, { id, accountId }) {
      const viewer = viewerOf(ctx)
      await requireGroup(ctx, id)
      if (!hasRole(viewer, 'keeper') && accountId !== viewer.id) throw new Forbidden()
      const removed = await ctx.db
        .delete(groupMembers)
        .where(and(eq(groupMembers.groupId, id), eq(groupMembers.accountId, accountId)))
        .returning({ id: groupMembers.accountId })
      if (removed.length === 0) throw new NotFound()
      await audit(ctx, 'group:remove-member', id, { accountId })
      if (accountId !== viewer.id) await tellOfRemoval(ctx, { groupId: id, memberId: accountId, keeperId: viewer.id })
      return { id: accountId }
    },
  }),
}

function pageByName<T extends { id: string; name: string }>(rows: T[], limit: number) {
  return toPage(rows, limit, ({ name, id }) => ({ value: name, id }))
}
