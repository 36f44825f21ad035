import type { Context, Site } from '#core/context.ts'
import { composeMail, type Mail, MailPreferences, type MailText, queueMail } from '#core/mail.ts'
import { queuePush } from '#core/push.ts'
import { addressOf, calendarOf, placeOf } from '../calendar.ts'
import { whenOf } from '../when.ts'
import { type MailKind, mailTexts } from './mail-texts.ts'
import type { KnownEvent, registrationsWithMember } from './queries.ts'

type Recipient = Awaited<ReturnType<typeof registrationsWithMember>>[number]

/**
 * Queues a mail to each of them, and word to the devices of their member of what they did not do just now. Only a reminder
 * follows what they chose about mails: who comes must know of the rest.
 */
export async function tellOf(
  ctx: Pick<Context, 'site' | 'addJob'>,
  event: KnownEvent,
  kind: MailKind,
  recipients: Recipient[],
): Promise<void> {
  const told = new Set<string>()
  const justDone = kind === 'registered' || kind === 'waiting'
  for (const one of recipients) {
    const text = textOf(ctx.site, one, event, kind)
    const { emailNotifications } = MailPreferences.parse(one.preferences)
    if (kind !== 'reminder' || emailNotifications) await queueMail(ctx, mailOf(ctx.site, one, event, kind, text))
    // Who registered others, too, hears of it once.
    if (!justDone && !told.has(one.accountId)) await queuePush(ctx, one, text, event.id)
    told.add(one.accountId)
  }
}

function textOf(site: Site, to: Recipient, event: KnownEvent, kind: MailKind): MailText {
  const { language, timezone } = MailPreferences.parse(to.preferences)
  const locale = language === 'sw' ? 'sw' : 'en-GB'
  return mailTexts[language][kind]({
    site: site.name,
    name: to.fullName,
    event: event.title,
    when: whenOf(event, { timeZone: timezone, locale }),
    where: placeOf(event),
    url: addressOf(site, event),
  })
}

/** A mail about an event to one who registered, with the event for their calendar unless they only wait for a place. */
function mailOf(site: Site, to: Recipient, event: KnownEvent, kind: MailKind, text: MailText): Mail {
  const mail = composeMail(site, to.email, text)
  // One mail of a kind for one state of the event: sent twice, it is seen as one.
  const id = `${to.id}-${kind}-${event.sequence}`
  // Hiding says nothing of whether the event takes place: what is in a calendar stays there.
  if (['waiting', 'hidden', 'shown'].includes(kind) || to.state === 'waiting') return { ...mail, id }
  // What does not take place says no more than what it was: it may be gone because its text should be.
  const cancelledAt = event.cancelledAt ?? new Date().toISOString()
  const struck = kind === 'cancelled' ? { ...event, cancelledAt, description: '' } : event
  const method = struck.cancelledAt ? 'CANCEL' : 'PUBLISH'
  const attachment = {
    filename: 'event.ics',
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content: calendarOf(site, struck),
  }
  return { ...mail, id, attachments: [attachment] }
}
