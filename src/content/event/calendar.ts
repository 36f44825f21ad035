import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { pageOf } from '#content/entry/address.ts'
import type { Site } from '#core/context.ts'
import { senderOf } from '#core/mail.ts'

export type CalendarEvent = {
  id: string
  title: string
  startDate: string
  endDate: string
  location: string
  venue: string | null
  address: string | null
  description: string
  cancelledAt: string | null
  updatedAt: string
  sequence: number
}

/**
 * Returns events as an iCalendar file (RFC 5545). Their UIDs are constant and their SEQUENCE grows, so that calendars
 * update or cancel their copies. Times are in UTC, which calendars convert. The site is the ORGANIZER that RFC 5546
 * requires, because a member's email is private.
 */
export function calendarOf(site: Pick<Site, 'name' | 'baseUrl' | 'contactEmail'>, ...events: CalendarEvent[]): string {
  const calendar = ical({
    prodId: { company: site.name, product: 'Events', language: 'EN' },
    method: events.some(isCancelled) ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
  for (const event of events)
    calendar.createEvent({
      id: `${event.id}@${new URL(site.baseUrl).hostname}`,
      sequence: event.sequence,
      stamp: new Date(event.updatedAt),
      lastModified: new Date(event.updatedAt),
      start: new Date(event.startDate),
      end: new Date(event.endDate),
      summary: event.title,
      description: event.description,
      location: placeOf(event),
      organizer: { name: site.name, email: senderOf(site) },
      url: addressOf(site, event),
      status: isCancelled(event) ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  // The library leaves out the line break after the last line.
  return `${calendar.toString()}\r\n`
}

const isCancelled = ({ cancelledAt }: CalendarEvent) => cancelledAt !== null

export function placeOf({ venue, address, location }: Pick<CalendarEvent, 'venue' | 'address' | 'location'>): string {
  return [venue, address, location]
    .filter(Boolean)
    .join(', ')
    .replaceAll(/,?\s*\n\s*/g, ', ')
}

/** Returns the address of the event's page, which asks guests to log in if the event isn't public. */
export function addressOf(site: Pick<Site, 'baseUrl'>, { id }: { id: string }): string {
  return site.baseUrl + pageOf({ type: 'event', id })
}
