import { and, eq, isNull } from 'drizzle-orm'
import { unsubscribeLink } from '#accounts/unsubscribe.ts'
import type { Context } from '#core/context.ts'
import { composeMail, MailPreferences, type MailText, mayCauseMail, queueMail } from '#core/mail.ts'
import { queuePush } from '#core/push.ts'
import { accounts } from '#core/tables.ts'
import type { Language } from '#text/language.ts'
import { addMessage } from './notification/add.ts'

type Teller = Pick<Context, 'db' | 'site' | 'addJob' | 'tokens'> & Partial<Pick<Context, 'viewer' | 'mail'>>
type Member = Pick<typeof accounts.$inferSelect, 'id' | 'name' | 'email' | 'preferences'>
type Write = (language: Language, site: string) => MailText | undefined
/**
 * `url`: the page that the button opens. `entryId`: the entry that the message is about. `asChosen`: email it only if the
 * member wants emails about their activity. `isShown`: the member's notifications already contain it.
 */
type About = { url?: string | undefined; entryId?: string | undefined; asChosen?: boolean; isShown?: boolean }

/**
 * Queues an email and a push notification to a member in their language, and adds the message to their notifications,
 * unless `write` returns nothing. `mayCauseMail` decides whether the viewer's action may cause the email.
 */
export async function tellMember(ctx: Teller, to: Member, write: Write, about: About = {}) {
  const { entryId, asChosen, isShown } = about
  const { language, emailNotifications } = MailPreferences.parse(to.preferences)
  const text = write(language, ctx.site.name)
  if (!text) return
  const unsubscribe = asChosen ? unsubscribeLink(ctx, to) : undefined
  const message = { subject: text.subject, url: text.action && about.url }
  if (mayCauseMail(ctx, to) && (emailNotifications || !asChosen))
    await queueMail(ctx, composeMail(ctx.site, to, text, { url: about.url, unsubscribe }))
  await queuePush(ctx, { ...to, accountId: to.id }, message, entryId)
  if (!isShown) await addMessage(ctx, to.id, message, entryId)
}

/** Calls `tellMember` for an account, unless the id is null or the account is closed. */
export async function tell(ctx: Teller, id: string | null, write: Write, about?: About): Promise<void> {
  if (id === null) return
  const [row] = await ctx.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, id), isNull(accounts.disabledAt)))
  if (row) await tellMember(ctx, row, write, about)
}
