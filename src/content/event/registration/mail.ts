import type { Site } from '#core/context.ts'
import { composeMail, type Mail, MailPreferences } from '#core/mail.ts'
import { addressOf, calendarOf, placeOf } from '../calendar.ts'
import { whenOf } from '../when.ts'
import { type MailKind, mailTexts } from './mail-texts.ts'
import type { KnownEvent, registrationsWithMember } from './queries.ts'

type Recipient = Awaited<ReturnType<typeof registrationsWithMember>>[number]

/** A mail about an event to one who registered, with the event for their calendar unless they only wait for a place. */
export function mailOf(site: Site, to: Recipient, event: KnownEvent, kind: MailKind): Mail {
  const { language, timezone } = MailPreferences.parse(to.preferences)
  const locale = language === 'sw' ? 'sw' : 'en-GB'
  const written = mailTexts[language][kind]({
    site: site.name,
    name: to.fullName,
    event: event.title,
    when: whenOf(event, { timeZone: timezone, locale }),
    where: placeOf(event),
    url: addressOf(site, event),
  })
  const mail = composeMail(site, to.email, written)
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
