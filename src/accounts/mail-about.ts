import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { type JobOf, jobType } from '#core/job.ts'
import { composeMail, MailPreferences, type MailText, mailJob } from '#core/mail.ts'
import type { Mail } from '#core/mailer.ts'
import { accounts } from '#core/tables.ts'
import type { Language } from '#text/language.ts'
import type { AccountRow } from './account.ts'
import { unsubscribeLink } from './unsubscribe.ts'

/** The account that an email is to, as it is now. */
export type Reader = AccountRow & { language: Language }

/** The text of an email as it is now. `url`: the page that its button opens. `entryId`: the entry that it is about. */
export type Message = { text: MailText; url?: string | undefined; entryId?: string | undefined }

/**
 * A kind of email to members. A job holds only ids of what it is `about`, because emails may wait for weeks, and
 * `compose` reads the rest when the email is sent.
 */
export type MailKind<About extends object> = {
  /** Never changes, because jobs hold it. */
  name: string
  about: z.ZodType<About>
  /** True if members can turn it off. */
  isOptional?: true
  /** Returns null if what the email is about is gone, or if the reader may not see it any more: then nothing is sent. */
  compose(ctx: Pick<Context, 'db' | 'site'>, reader: Reader, about: About): Promise<Message | null>
}

/** Returns a kind of email, with the type of what it is about inferred. List it in `src/jobs.ts`. */
export function mailKind<About extends object>(kind: MailKind<About>): MailKind<About> {
  return kind
}

/** The job that composes and sends an email. `id` becomes the email's Message-ID. */
export const mailAbout = jobType(
  'mail:about',
  z.object({ id: z.string(), kind: z.string(), accountId: z.string(), about: z.record(z.string(), z.unknown()) }),
  mailJob,
)

/** Queues an email in the caller's transaction, unless the reader turned off emails of this kind. */
export async function queueMailAbout<About extends object>(
  ctx: Pick<Context, 'addJob'>,
  { id: accountId, preferences }: Pick<AccountRow, 'id' | 'preferences'>,
  kind: MailKind<About>,
  about: About,
): Promise<void> {
  if (isWanted(kind, preferences))
    await mailAbout.add(ctx, {
      id: crypto.randomUUID(),
      kind: kind.name,
      accountId,
      about: about as Record<string, unknown>,
    })
}

/** Returns an account that can get email, or null if it was deleted or disabled. */
export async function readReader({ db }: Pick<Context, 'db'>, id: string): Promise<Reader | null> {
  const [row] = await db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, id), isNull(accounts.disabledAt)))
  return row ? { ...row, language: MailPreferences.parse(row.preferences).language } : null
}

/** Returns a queued email as it is now, to the address that the account has now, or null if there is nothing to send. */
export async function composeQueued(
  ctx: Pick<Context, 'db' | 'site' | 'tokens'>,
  kinds: readonly MailKind<object>[],
  { id, kind: name, accountId, about }: JobOf<typeof mailAbout>,
): Promise<Mail | null> {
  const kind = kinds.find((one) => one.name === name)
  // A later release may have queued it, so the job is retried.
  if (!kind) throw new Error(`there is no kind of email called ${name}`)
  const reader = await readReader(ctx, accountId)
  if (!reader || !isWanted(kind, reader.preferences)) return null
  const message = await kind.compose(ctx, reader, kind.about.parse(about))
  if (!message) return null
  const unsubscribe = kind.isOptional && unsubscribeLink(ctx, reader)
  return { ...composeMail(ctx.site, reader, message.text, { url: message.url, unsubscribe }), id }
}

function isWanted({ isOptional }: Pick<MailKind<object>, 'isOptional'>, preferences: unknown): boolean {
  return !isOptional || MailPreferences.parse(preferences).emailNotifications
}
