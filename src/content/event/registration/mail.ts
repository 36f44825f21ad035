import { addMessage } from '#content/entry/notification/add.ts'
import type { Context, Site } from '#core/context.ts'
import { composeMail, type Mail, MailPreferences, type MailText, queueMail } from '#core/mail.ts'
import { queuePush } from '#core/push.ts'
import { addressOf, calendarOf, placeOf } from '../calendar.ts'
import { whenOf } from '../when.ts'
import { type MailKind, mailTexts } from './mail-texts.ts'
import type { EventRef, registrationsWithMember } from './queries.ts'

type Recipient = Awaited<ReturnType<typeof registrationsWithMember>>[number]

/**
 * Queues an email to each recipient and, unless they have just registered, also a notification. Only reminder emails
 * can be turned off, because people who are going need to know about everything else.
 */
export async function tellOf(
  ctx: Pick<Context, 'db' | 'site' | 'addJob'>,
  event: EventRef,
  kind: MailKind,
  recipients: Recipient[],
): Promise<void> {
  const notified = new Set<string>()
  const justDone = kind === 'registered' || kind === 'waiting'
  for (const one of recipients) {
    const text = textOf(ctx.site, one, event, kind)
    const { emailNotifications } = MailPreferences.parse(one.preferences)
    if (kind !== 'reminder' || emailNotifications) await queueMail(ctx, mailOf(ctx.site, one, event, kind, text))
    // A member who registered several people is notified once.
    if (!justDone && !notified.has(one.accountId)) {
      await queuePush(ctx, one, text, event.id)
      await addMessage(ctx, one.accountId, text, event.id)
    }
    notified.add(one.accountId)
  }
}

function textOf(site: Site, to: Recipient, event: EventRef, kind: MailKind): MailText {
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

/**
 * Returns an email about an event, with a calendar file unless the recipient is on the waiting list or only the event's
 * page was hidden or restored.
 */
function mailOf(site: Site, to: Recipient, event: EventRef, kind: MailKind, text: MailText): Mail {
  const mail = composeMail(site, to.email, text)
  // A recipient's emails of one kind about one version of the event share an id, so that a repeated one is recognized.
  const id = `${to.id}-${kind}-${event.sequence}`
  // Hiding doesn't change whether the event takes place, so calendars are left alone.
  if (['waiting', 'hidden', 'shown'].includes(kind) || to.state === 'waiting') return { ...mail, id }
  // A cancellation omits the description: the event may have been removed because of its text.
  const cancelledAt = event.cancelledAt ?? new Date().toISOString()
  const calendarEvent = kind === 'cancelled' ? { ...event, cancelledAt, description: '' } : event
  const method = calendarEvent.cancelledAt ? 'CANCEL' : 'PUBLISH'
  const attachment = {
    filename: 'event.ics',
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content: calendarOf(site, calendarEvent),
  }
  return { ...mail, id, attachments: [attachment] }
}
