import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Site } from '#core/context.ts'

export type CalendarEvent = {
  id: string
  title: string
  visibility: string
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
 * The event as an iCalendar file (RFC 5545). Its UID stays and its SEQUENCE grows, so that a calendar that has it
 * already moves or strikes it. Times are in UTC, which every calendar shows on its reader's own clock.
 */
export function calendarOf(site: Pick<Site, 'name' | 'baseUrl'>, event: CalendarEvent): string {
  const cancelled = event.cancelledAt !== null
  const calendar = ical({
    prodId: { company: site.name, product: 'Events', language: 'EN' },
    method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
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
    url: addressOf(site, event),
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  return calendar.toString()
}

/** Venue, address and location in one line. */
export function placeOf({ venue, address, location }: Pick<CalendarEvent, 'venue' | 'address' | 'location'>): string {
  return [venue, address, location]
    .filter(Boolean)
    .join(', ')
    .replaceAll(/\s*\n\s*/g, ', ')
}

/** Where the event stands for those who may see it. */
export function addressOf(site: Pick<Site, 'baseUrl'>, { id, visibility }: { id: string; visibility: string }): string {
  return `${site.baseUrl}${visibility === 'public' ? '' : '/dashboard'}/events/${id}`
}
