import { and, desc, eq, ilike, isNull, like, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { formerMemberId } from '#accounts/account.ts'
import { tell } from '#accounts/mail.ts'
import { changeMember, lockMember, presentMember } from '#accounts/member.ts'
import { named } from '#accounts/named.ts'
import { mayChangeMember } from '#accounts/policy.ts'
import { Member, MemberChange } from '#accounts/schema.ts'
import { removeAllFactors, tellOfFactor } from '#accounts/second-factor/factors.ts'
import { endSessions } from '#accounts/sessions.ts'
import { keepToken, newCode } from '#accounts/tokens.ts'
import { after } from '#content/entry/list/where.ts'
import { ById } from '#content/entry/schema.ts'
import { entries } from '#content/entry/table.ts'
import { readable, wasShown } from '#content/entry/visibility/rules.ts'
import { listWorkOf } from '#content/list-work.ts'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { Conflict, Forbidden, NotFound } from '#core/errors.ts'
import { normalizeEmail } from '#core/input/contact.ts'
import { literally } from '#core/input/text.ts'
import { operation } from '#core/operation.ts'
import { PageQuery, toPage } from '#core/page.ts'
import { viewerOf } from '#core/permission.ts'
import { accounts, accountTokens, auditLog, refusedEmails } from '#core/tables.ts'
import { isWordless } from '#text/fold.ts'
import { statuses } from './queries.ts'
import { refusals } from './refusals.ts'
import { AuditLines, AuditQuery, Members, MembersQuery, RefusedEmails, ResetCode } from './schema.ts'

export const admin = {
  members: operation('GET', '/members', 'admin', {
    summary: 'List or search the accounts',
    input: MembersQuery,
    output: Members,
    async handler({ db }, { q, role, status, limit, lastKey }) {
      const rows = await db
        .select()
        .from(accounts)
        .where(
          and(
            ne(accounts.id, formerMemberId),
            isWordless(q)
              ? named(accounts.name, q)
              : or(
                  named(accounts.name, q),
                  ilike(accounts.email, `%${literally(q)}%`),
                  eq(accounts.email, normalizeEmail(q)),
                ),
            role && sql`${role} = any(${accounts.roles})`,
            status && statuses[status],
            after(lastKey, accounts.createdAt, 'desc', accounts.id),
          ),
        )
        .orderBy(desc(accounts.createdAt), desc(accounts.id))
        .limit(limit + 1)
      return toPage(rows, limit, (row) => ({ value: row.createdAt, id: row.id }), presentMember)
    },
  }),

  refusedEmails: operation('GET', '/admin/refused-emails', 'admin', {
    summary: 'List the addresses whose mail server refused an email for good, newest first, with its answers',
    input: PageQuery,
    output: RefusedEmails,
    async handler({ db }, { limit, lastKey }) {
      const { id, refusedAt } = refusedEmails
      const rows = await db
        .select()
        .from(refusedEmails)
        .where(after(lastKey, refusedAt, 'desc', id))
        .orderBy(desc(refusedAt), desc(id))
        .limit(limit + 1)
      return toPage(rows, limit, (row) => ({ value: row.refusedAt, id: row.id }))
    },
  }),

  updateMember: operation('PATCH', '/members/:id', 'admin', {
    recentSignIn: ({ roles }) => roles !== undefined,
    summary: 'Grant or remove roles and the premium flag, admit or disable an account',
    input: MemberChange,
    output: Member,
    handler: changeMember,
  }),

  confirmEmail: operation('POST', '/members/:id/confirm-email', 'admin', {
    recentSignIn: true,
    summary: 'Confirm a member’s email for them, if you are sure that it is theirs',
    input: ById,
    output: Member,
    handler: (ctx, { id }) => confirmMember(ctx, id),
  }),

  createResetCode: operation('POST', '/members/:id/reset-code', 'admin', {
    recentSignIn: true,
    summary: 'Create a reset code to hand over on paper, for a member who can’t use their email; never for an admin',
    input: ById,
    output: ResetCode,
    status: 201,
    // Not idempotent, because the stored answer would contain the code.
    transaction: false,
    handler: (ctx, { id }) =>
      ctx.transaction(async (inside) => {
        const row = await lockMember(inside, id)
        if (!mayChangeMember(inside.viewer, 'createResetCode', presentMember(row)))
          throw row.roles.includes('admin')
            ? new Forbidden(refusals.noCodeForAdmins)
            : new Conflict(refusals.disabled, 'disabled')
        const code = newCode()
        const token = { accountId: id, purpose: 'reset-code' as const, secret: code, email: row.email }
        const expiresAt = await keepToken(inside.db, token)
        await audit(inside, 'member:reset-code', id)
        await tell(inside, row, (texts, site) => texts.resetCode(site))
        return { code, expiresAt }
      }),
  }),

  removeSecondFactor: operation('DELETE', '/members/:id/second-factor', 'admin', {
    recentSignIn: true,
    summary: 'Remove the second factor of a member who lost it; they are logged out everywhere and get an email',
    input: ById,
    output: Member,
    async handler(ctx, { id }) {
      const row = await lockMember(ctx, id)
      if (row.secondFactorSince && !mayChangeMember(ctx.viewer, 'removeSecondFactor', presentMember(row)))
        throw new Forbidden(refusals.ownFactor)
      if (!(await removeAllFactors(ctx, id))) throw new Conflict(refusals.noSecondFactor)
      await endSessions(ctx.db, id)
      await audit(ctx, 'member:remove-second-factor', id)
      await tellOfFactor(ctx, row, 'removedByAdmin')
      return presentMember({ ...row, secondFactorSince: null })
    },
  }),

  audit: operation('GET', '/audit', 'admin', {
    summary: 'Read the activity log: who did what, newest first',
    input: AuditQuery,
    output: AuditLines,
    async handler({ db, viewer }, { action, actorId, subjectId, limit, lastKey }) {
      const actors = alias(accounts, 'actors')
      const subjects = alias(accounts, 'subjects')
      const { id, at, detail } = auditLog
      // Entries that the admin may not see aren't named. Their lines show only the actor, the action and the time.
      const isRemoved = and(isNull(entries.id), wasShown(viewerOf({ viewer }), auditLog.subjectId))
      const isVisible = sql<boolean>`coalesce(${isRemoved} or ${readable(viewer)}, false)`
      const rows = await db
        .select({
          id,
          at,
          action: auditLog.action,
          detail,
          subjectId: auditLog.subjectId,
          actor: { id: actors.id, name: actors.name },
          subject: { id: subjects.id, name: subjects.name },
          entry: { id: entries.id, type: entries.type, title: entries.title },
          isNamed: sql<boolean>`coalesce(${readable(viewer)}, false)`,
          isVisible,
        })
        .from(auditLog)
        .leftJoin(actors, eq(actors.id, auditLog.actorId))
        .leftJoin(subjects, eq(subjects.id, auditLog.subjectId))
        .leftJoin(entries, eq(entries.id, auditLog.subjectId))
        .where(
          and(
            actionIs(action),
            actorId ? eq(auditLog.actorId, actorId) : undefined,
            subjectId ? and(eq(auditLog.subjectId, subjectId), isVisible) : undefined,
            after(lastKey, auditLog.at, 'desc', auditLog.id),
          ),
        )
        .orderBy(desc(auditLog.at), desc(auditLog.id))
        .limit(limit + 1)
      return toPage(
        rows,
        limit,
        (row) => ({ value: row.at, id: row.id }),
        ({ isVisible, isNamed, entry, ...row }) => ({
          ...row,
          entry: isNamed ? entry : null,
          ...(!isVisible && { subjectId: null, detail: null }),
        }),
      )
    },
  }),
}

/**
 * Returns a condition that matches this action or, without a colon, every action with this part before its colon.
 * Returns undefined if `action` is empty.
 */
function actionIs(action: string): SQL | undefined {
  if (action === '') return undefined
  const start = `${literally(action)}:%`
  return action.includes(':') ? eq(auditLog.action, action) : like(auditLog.action, start)
}

/**
 * Confirms a member's email on behalf of an admin who knows them: a site that can't send email has no other way. Their
 * posts and additions then appear in lists. Throws NotFound if there is no such account, Conflict if it is disabled.
 */
async function confirmMember(ctx: Context, id: string): Promise<Member> {
  const before = await lockMember(ctx, id)
  if (before.disabledAt) throw new Conflict(refusals.disabled, 'disabled')
  if (before.emailVerifiedAt) return presentMember(before)
  const [row] = await ctx.db
    .update(accounts)
    .set({ emailVerifiedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(accounts.id, id))
    .returning()
  if (!row) throw new NotFound()
  await ctx.db.delete(accountTokens).where(and(eq(accountTokens.accountId, id), eq(accountTokens.purpose, 'verify')))
  await listWorkOf(ctx, id)
  await audit(ctx, 'member:confirm-email', id)
  return presentMember(row)
}
