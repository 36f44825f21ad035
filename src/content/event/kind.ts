import type { Kind } from '#content/kind.ts'

export const kind = {
  type: 'event',
  table: 'events',
  page: '/events',
  list: '/dashboard/events',
  form: '/contribute/events',
  look: { field: 'acacia', icon: 'calendar' },
  add: 'gather',
  changedInPlace: true,
  inComposer: true,
  comments: true,
  offline: true,
  facets: { topic: ['category', 'tags'], place: ['location'], year: ['start_date'] },
  schemaOrg: 'Event',
  dublinCore: 'Event',
} as const satisfies Kind
