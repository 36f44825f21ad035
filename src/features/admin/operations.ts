import { and, desc, eq, ilike, isNotNull, isNull, like, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { after, audit, readable } from '#content/entry/queries.ts'
import { ById } from '#content/entry/schema.ts'
import { entries } from '#content/entry/table.ts'
import type { Context } from '#core/context.ts'
import { Conflict, Forbidden, NotFound } from '#core/errors.ts'
import { queueMail } from '#core/mail.ts'
import { operation } from '#core/operation.ts'
import { toPage } from '#core/page.ts'
import { accounts, auditLog, siteState } from '#core/tables.ts'
import { literally } from '#core/text.ts'
import { accountMail, formerMemberId, keepToken, newCode, ownAccount, tell } from '../account/queries.ts'
import { readBackups } from '../care/queries.ts'
import { changeMember, presentMember } from './change.ts'
import { checklistItems } from './checklist-items.ts'
import { refusals } from './refusals.ts'
import {
  AuditLines,
  AuditQuery,
  Checklist,
  ChecklistChange,
  Member,
  MemberChange,
  Members,
  MembersQuery,
  ResetCode,
  TestMail,
} from './schema.ts'

export const admin = {
  members: operation({
    method: 'GET',
    path: '/members',
    permission: 'admin',
    summary: 'List or search the accounts',
    input: MembersQuery,
    output: Members,
    async handler({ db }, { q, role, status, limit, lastKey }) {
      const part = `%${literally(q)}%`
      const rows = await db
        .select()
        .from(accounts)
        .where(
          and(
            ne(accounts.id, formerMemberId),
            q ? or(ilike(accounts.name, part), ilike(accounts.email, part)) : undefined,
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

  updateMember: operation({
    method: 'PATCH',
    path: '/members/:id',
    permission: 'admin',
    summary: 'Grant or take roles and the premium flag, admit or disable an account',
    input: MemberChange,
    output: Member,
    handler: changeMember,
  }),

  createResetCode: operation({
    method: 'POST',
    path: '/members/:id/reset-code',
    permission: 'admin',
    summary: 'Make a one-time code to hand over on paper, for a member who lost their email; never for an admin',
    input: ById,
    output: ResetCode,
    status: 201,
    // Outside the idempotent write: what that keeps would hold the code.
    transaction: false,
    handler: (ctx, { id }) =>
      ctx.transaction(async (inside) => {
        const [row] = await inside.db
          .select()
          .from(accounts)
          .where(and(eq(accounts.id, id), ne(accounts.id, formerMemberId)))
          .for('update')
        if (!row) throw new NotFound()
        if (row.roles.includes('admin')) throw new Forbidden(refusals.noCodeForAdmins)
        if (row.disabledAt) throw new Conflict(refusals.disabled, 'disabled')
        const code = newCode()
        const token = { accountId: id, purpose: 'reset-code' as const, secret: code, email: row.email }
        const expiresAt = await keepToken(inside.db, token)
        await audit(inside, 'member:reset-code', id)
        await tell(inside, row, (texts, names) => texts.resetCode(names))
        return { code, expiresAt }
      }),
  }),

  audit: operation({
    method: 'GET',
    path: '/audit',
    permission: 'admin',
    summary: 'Read who did what',
    input: AuditQuery,
    output: AuditLines,
    async handler({ db, viewer }, { action, actorId, subjectId, limit, lastKey }) {
      const actors = alias(accounts, 'actors')
      const subjects = alias(accounts, 'subjects')
      const { id, at, detail } = auditLog
      // Of an entry that is not the admin's to see, only that something was done.
      const seen = sql<boolean>`(${entries.id} is null or ${readable(viewer)})`
      const rows = await db
        .select({
          id,
          at,
          action: auditLog.action,
          detail,
          subjectId: auditLog.subjectId,
          actor: { id: actors.id, name: actors.name },
          subject: { id: subjects.id, name: subjects.name },
          seen,
        })
        .from(auditLog)
        .leftJoin(actors, eq(actors.id, auditLog.actorId))
        .leftJoin(subjects, eq(subjects.id, auditLog.subjectId))
        .leftJoin(entries, eq(entries.id, auditLog.subjectId))
        .where(
          and(
            actionIs(action),
            actorId ? eq(auditLog.actorId, actorId) : undefined,
            subjectId ? and(eq(auditLog.subjectId, subjectId), seen) : undefined,
            after(lastKey, auditLog.at, 'desc', auditLog.id),
          ),
        )
        .orderBy(desc(auditLog.at), desc(auditLog.id))
        .limit(limit + 1)
      return toPage(
        rows,
        limit,
        (row) => ({ value: row.at, id: row.id }),
        ({ seen, ...row }) => (seen ? row : { ...row, subjectId: null, detail: null }),
      )
    },
  }),

  checklist: operation({
    method: 'GET',
    path: '/admin/checklist',
    permission: 'admin',
    summary: 'What a new site still needs, and the mails that wait',
    input: z.object({}),
    output: Checklist,
    handler: readChecklist,
  }),

  updateChecklist: operation({
    method: 'PUT',
    path: '/admin/checklist',
    permission: 'admin',
    summary: 'Tick what has been seen to',
    input: ChecklistChange,
    output: Checklist,
    async handler(ctx, { confirmed }) {
      const value = [...new Set(confirmed)]
      await ctx.db
        .insert(siteState)
        .values({ name: 'checklist', value })
        .onConflictDoUpdate({ target: siteState.name, set: { value } })
      await audit(ctx, 'site:checklist', null, { confirmed: value })
      return readChecklist(ctx)
    },
  }),

  sendTestMail: operation({
    method: 'POST',
    path: '/admin/test-mail',
    permission: 'admin',
    summary: 'Send a mail to yourself, to see that mail works',
    input: z.object({}),
    output: TestMail,
    status: 202,
    async handler(ctx) {
      const row = await ownAccount(ctx)
      await queueMail(
        ctx,
        accountMail(ctx.site, row, (texts, names) => texts.test(names)),
      )
      return { success: true as const, email: row.email }
    },
  }),
}

const waits = and(isNull(accounts.admittedAt), ne(accounts.id, formerMemberId)) as SQL
const statuses = { waiting: waits, disabled: isNotNull(accounts.disabledAt) }

/** A whole action, or all that begin with the word before the colon. */
function actionIs(action: string): SQL | undefined {
  if (action === '') return undefined
  const start = `${literally(action)}:%`
  return action.includes(':') ? eq(auditLog.action, action) : like(auditLog.action, start)
}

async function readChecklist(ctx: Context): Promise<z.input<typeof Checklist>> {
  const { db, site, mail, notices } = ctx
  const [state] = await db.select().from(siteState).where(eq(siteState.name, 'checklist'))
  const queued = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from graphile_worker.jobs where task_identifier like 'mail:%'`,
  )
  const confirmed = z.array(z.string()).safeParse(state?.value).data ?? []
  const { plan, backup } = await readBackups(ctx)
  return {
    siteName: site.name,
    baseUrl: site.baseUrl,
    https: site.baseUrl.startsWith('https:'),
    mail: mail.kind,
    unsentMails: (queued.rows[0]?.count ?? 0) + (await mail.waiting()),
    membership: site.membership,
    proxyIgnored: notices.has('proxy-headers-ignored'),
    backup: { planned: plan !== null, at: backup.run?.done?.at ?? null, overdue: backup.overdue },
    ffmpegMissing: notices.has('no-ffmpeg'),
    waitingMembers: site.membership === 'approval' ? await db.$count(accounts, waits) : 0,
    confirmed: checklistItems.filter((item) => confirmed.includes(item)),
  }
}
