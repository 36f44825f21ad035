import { type MailKind, queueMailAbout, readReader } from '#accounts/mail-about.ts'
import type { Context } from '#core/context.ts'
import { mayCauseMail } from '#core/mail.ts'
import { queuePush } from '#core/push.ts'
import { addMessage } from './notification/add.ts'

type Teller = Pick<Context, 'db' | 'site' | 'addJob'> & Partial<Pick<Context, 'viewer' | 'mail'>>

/**
 * Queues an email and a push notification to a member, and adds the message to their notifications. Does nothing if the
 * id is null, the account is closed, or there is nothing to say. `mayCauseMail` decides whether the viewer's action may
 * cause the email.
 * @param isShown the member's notifications already contain it
 */
export async function tell<About extends object>(
  ctx: Teller,
  id: string | null,
  kind: MailKind<About>,
  about: About,
  isShown = false,
): Promise<void> {
  const reader = id === null ? null : await readReader(ctx, id)
  const message = reader && (await kind.compose(ctx, reader, about))
  if (!message) return
  if (mayCauseMail(ctx, reader)) await queueMailAbout(ctx, reader, kind, about)
  const { text, url, entryId } = message
  const note = { subject: text.subject, url: text.action && url }
  await queuePush(ctx, { accountId: reader.id, preferences: reader.preferences }, note, entryId)
  if (!isShown) await addMessage(ctx, reader.id, note, entryId)
}
