import { catalogue } from '#core/language.ts'

/** Every text of events. Words of spec §2 stand as they are there. */
export const text = catalogue('event', {
  title: 'Events',
  add: 'Add event',
  searchLabel: 'Search events by title or description',
  search: 'Search',
  none: 'No events found',
  noneHint: 'Try fewer words or other days, or announce the first one.',
  failed: 'The events did not load.',
  loading: 'Loading events',
  types: { 'in-person': 'In person', virtual: 'Virtual', hybrid: 'In person and virtual' },
  categories: {
    cultural: 'Cultural',
    community: 'Community',
    educational: 'Educational',
    social: 'Social',
    other: 'Other',
  },
  statuses: { upcoming: 'Upcoming', ongoing: 'Ongoing', past: 'Past' },
  cancelled: 'Cancelled',
  refused: {
    cancelled: 'This event is cancelled.',
    past: 'This event is over.',
    already: 'You are already registered',
    full: 'This event is full. You can join the waiting list.',
    notOrganizer: 'Only the organizer may see who registered.',
  },
  form: {
    needed: 'This is needed.',
    noMoment: 'Please write a date and a time.',
    noTime: 'Please write a time as 09:30.',
    endFirst: 'The end has to be after the start.',
    mapHttps: 'Please write an address that begins with https://.',
  },
})
