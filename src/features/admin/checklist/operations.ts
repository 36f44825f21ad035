import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { ownAccount } from '#accounts/account.ts'
import { accountMail } from '#accounts/mail.ts'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { queueMail } from '#core/mail.ts'
import { operation } from '#core/operation.ts'
import { readQueue } from '#core/queue.ts'
import { accounts, siteState } from '#core/tables.ts'
import { statuses } from '../queries.ts'
import { Checklist, ChecklistChange, TestMail } from '../schema.ts'
import { checklistItems } from './items.ts'

/** Reads the state of the backups. The function comes from another feature, and `src/operations.ts` passes it in. */
type ReadBackups = (ctx: Context) => Promise<{
  plan: object | null
  backup: { run: { done: { at: string } | null } | null; overdue: boolean }
}>

/** Returns the operations for the setup steps of a new site. */
export const checklist = (readBackups: ReadBackups) => ({
  checklist: operation('GET', '/admin/checklist', 'admin', {
    summary: 'Read the setup steps of a new site, and how many emails are waiting',
    output: Checklist,
    handler: (ctx) => readChecklist(ctx, readBackups),
  }),

  updateChecklist: operation('PUT', '/admin/checklist', 'admin', {
    summary: 'Tick or untick the setup steps',
    input: ChecklistChange,
    output: Checklist,
    async handler(ctx, { confirmed }) {
      const value = [...new Set(confirmed)]
      await ctx.db
        .insert(siteState)
        .values({ name: 'checklist', value })
        .onConflictDoUpdate({ target: siteState.name, set: { value } })
      await audit(ctx, 'site:checklist', null, { confirmed: value })
      return readChecklist(ctx, readBackups)
    },
  }),

  sendTestMail: operation('POST', '/admin/test-mail', 'admin', {
    summary: 'Send yourself a test email, to check that email works',
    output: TestMail,
    status: 202,
    async handler(ctx) {
      const row = await ownAccount(ctx)
      await queueMail(
        ctx,
        accountMail(ctx.site, row, (texts, site) => texts.test(site)),
      )
      return { success: true as const, email: row.email }
    },
  }),
})

/** Matches the enabled accounts of admins and keepers, which could do the most harm if they were stolen. */
const trusted = and(sql`${accounts.roles} && array['admin', 'keeper']`, isNull(accounts.disabledAt)) as SQL

async function readChecklist(ctx: Context, readBackups: ReadBackups): Promise<z.input<typeof Checklist>> {
  const { db, site, mail, notices } = ctx
  const disk = await ctx.disk.state()
  const [state] = await db.select().from(siteState).where(eq(siteState.name, 'checklist'))
  const { mails } = await readQueue(db)
  const confirmed = z.array(z.string()).safeParse(state?.value).data ?? []
  const { plan, backup } = await readBackups(ctx)
  const [members] = await db
    .select({
      unconfirmed: countIf(statuses.unconfirmed),
      waiting: countIf(statuses.waiting),
      trusted: countIf(trusted),
      withoutSecondFactor: countIf(and(trusted, isNull(accounts.secondFactorSince)) as SQL),
    })
    .from(accounts)
  return {
    siteName: site.name,
    baseUrl: site.baseUrl,
    https: site.baseUrl.startsWith('https:'),
    mail: mail.kind === 'smtp' ? 'smtp' : 'outbox',
    unsentMails: mails + (await mail.waiting()),
    unconfirmedMembers: members?.unconfirmed ?? 0,
    membership: site.membership,
    proxyIgnored: notices.has('proxy-headers-ignored'),
    backup: { planned: plan !== null, at: backup.run?.done?.at ?? null, overdue: backup.overdue },
    diskLow:
      disk && disk.level !== 'fine'
        ? { free: disk.free, reserve: disk.reserve, refusing: disk.level === 'full' }
        : null,
    ffmpegMissing: notices.has('no-ffmpeg'),
    waitingMembers: site.membership === 'approval' ? (members?.waiting ?? 0) : 0,
    secondFactor: {
      people: members?.trusted ?? 0,
      without: members?.withoutSecondFactor ?? 0,
    },
    confirmed: checklistItems.filter((item) => confirmed.includes(item)),
  }
}

function countIf(condition: SQL) {
  return sql<number>`count(*) filter (where ${condition})::int`
}
