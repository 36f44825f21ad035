import { unsubscribeLink } from '#accounts/unsubscribe.ts'
import { addMessage } from '#content/entry/notification/add.ts'
import type { Context } from '#core/context.ts'
import { composeMail, MailPreferences, type MailText, queueMail } from '#core/mail.ts'
import type { Mail } from '#core/mailer.ts'
import { queuePush } from '#core/push.ts'
import { addressOf, calendarOf, placeOf } from '../calendar.ts'
import { whenFor } from '../when.ts'
import { linkToken } from './link.ts'
import { type MailKind, mailTexts, untitled } from './mail-texts.ts'
import type { EventRef, registrationsWithMember } from './queries.ts'

type Recipient = Awaited<ReturnType<typeof registrationsWithMember>>[number]
type Sender = Pick<Context, 'db' | 'site' | 'addJob' | 'tokens'> & Partial<Pick<Context, 'viewer'>>

const withCalendar: MailKind[] = ['registered', 'place', 'cancelled', 'moved', 'ended', 'reminder']

/**
 * Queues an email to each recipient and, unless they have just registered, also a notification. Only reminder emails
 * can be turned off, because people who are going need to know about everything else.
 */
export async function tellOf(ctx: Sender, event: EventRef, kind: MailKind, recipients: Recipient[]): Promise<void> {
  const notified = new Set<string>()
  const justDone = kind === 'registered' || kind === 'waiting'
  for (const one of recipients) {
    const text = textOf(ctx, one, event, kind)
    const { emailNotifications } = MailPreferences.parse(one.preferences)
    if (kind !== 'reminder' || emailNotifications) await queueMail(ctx, mailOf(ctx, one, event, kind, text))
    const byThemselves = justDone || (kind === 'ended' && one.accountId === ctx.viewer?.id)
    // A member who registered several people is notified once.
    if (!byThemselves && !notified.has(one.accountId)) {
      const message = { subject: text.subject, url: text.action && addressOf(ctx.site, event) }
      await queuePush(ctx, one, message, event.id)
      await addMessage(ctx, one.accountId, message, event.id)
    }
    notified.add(one.accountId)
  }
}

/**
 * Returns the text of an email. People who can't open the event's page any more get neither its present title nor its
 * time and place, but still learn what happened to the event they registered for.
 */
function textOf({ site, tokens }: Sender, to: Recipient, event: EventRef, kind: MailKind): MailText {
  const { language, timezone } = MailPreferences.parse(to.preferences)
  const locale = language === 'sw' ? 'sw' : 'en-GB'
  return mailTexts[language][kind]({
    site: site.name,
    event: to.isInside ? event.title : to.knownTitle || untitled[language],
    details: to.isInside && {
      when: whenFor(event, { timeZone: timezone, locale }),
      where: placeOf(event),
      type: event.type,
    },
    cancelUrl: `${site.baseUrl}/cancel-registration?token=${linkToken(tokens, to, event.endDate)}`,
  })
}

/**
 * Returns an email about an event, with a calendar file unless the recipient is on the waiting list or can't see the
 * event, or only its page changed.
 */
function mailOf(ctx: Sender, to: Recipient, event: EventRef, kind: MailKind, text: MailText): Mail {
  const { site } = ctx
  // Someone else whom the member registered can't turn off the member's emails.
  const isOwn = to.email === to.accountEmail
  const unsubscribe =
    kind === 'reminder' && isOwn ? unsubscribeLink(ctx, { id: to.accountId, email: to.email }) : undefined
  const links = { url: addressOf(site, event), unsubscribe }
  const mail = composeMail(site, { ...to, name: to.fullName }, text, links)
  // A recipient's emails of one kind about one version of the event share an id, so that a repeated one is recognized.
  const id = `${to.id}-${kind}-${event.sequence}`
  // Hiding doesn't change whether the event takes place, so calendars are left alone.
  if (!withCalendar.includes(kind) || to.state === 'waiting' || !to.isInside) return { ...mail, id }
  // A cancellation omits the description: the event may have been removed because of its text.
  const isOff = kind === 'cancelled' || kind === 'ended'
  const cancelledAt = event.cancelledAt ?? new Date().toISOString()
  const calendarEvent = isOff ? { ...event, cancelledAt, description: '' } : event
  const method = calendarEvent.cancelledAt ? 'CANCEL' : 'PUBLISH'
  const attachment = {
    filename: 'event.ics',
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content: calendarOf(site, calendarEvent),
  }
  return { ...mail, id, attachments: [attachment] }
}
