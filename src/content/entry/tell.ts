import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import type { Language } from '#core/language.ts'
import { composeMail, type MailNames, MailPreferences, type MailText, queueMail } from '#core/mail.ts'
import { queuePush } from '#core/push.ts'
import { accounts } from '#core/tables.ts'

type Teller = Pick<Context, 'db' | 'site' | 'addJob'>
type Member = Pick<typeof accounts.$inferSelect, 'id' | 'name' | 'email' | 'preferences'>
type Write = (language: Language, names: MailNames) => MailText | undefined
/** `entryId`: what it is about. `asChosen`: only who wants mails gets this one; else whoever is concerned must know. */
type About = { entryId?: string | undefined; asChosen?: boolean }

/** Queues a mail to a member in their own language, and word of it to their devices, unless there is nothing to say. */
export async function tellMember(ctx: Teller, to: Member, write: Write, { entryId, asChosen }: About = {}) {
  const { language, emailNotifications } = MailPreferences.parse(to.preferences)
  const text = write(language, { site: ctx.site.name, name: to.name })
  if (!text) return
  if (emailNotifications || !asChosen) await queueMail(ctx, composeMail(ctx.site, to.email, text))
  await queuePush(ctx, { ...to, accountId: to.id }, text, entryId)
}

/** As `tellMember`, to an account, unless nobody can use it any more. */
export async function tell(ctx: Teller, id: string | null, write: Write, about?: About): Promise<void> {
  if (id === null) return
  const [row] = await ctx.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, id), isNull(accounts.disabledAt)))
  if (row) await tellMember(ctx, row, write, about)
}
