import type { Exported } from '#content/entry/write/export.ts'
import type { Event } from './schema.ts'

export const exported: Exported<Event> = {
  columns: [
    ...(['id', 'title', 'type', 'category', 'location', 'startDate', 'endDate', 'description', 'author'] as const),
    'publishedAt',
  ],
  describe: ({ description, startDate, endDate, location }) => ({ description, startDate, endDate, location }),
}
