import { z } from 'zod'
import { verbs } from '#content/entry/policy.ts'
import { Entry, EntrySettings, NewEntrySettings, Tags, Visibility } from '#content/entry/schema.ts'
import { FilePresentation } from '#content/media/schema.ts'
import { isHttps } from '#core/input/contact.ts'
import { line, searchTerm, text, unlessBlank } from '#core/input/text.ts'
import { PageQuery } from '#core/page.ts'
import { text as words } from './form/text.ts'
import { readMoment } from './moment.ts'
import { OwnRegistration } from './registration/schema.ts'
import { statuses } from './when.ts'

export const types = ['in-person', 'virtual', 'hybrid'] as const
export const categories = ['cultural', 'community', 'educational', 'social', 'other'] as const

function moment(dayTime?: string) {
  return z
    .string()
    .trim()
    .transform((raw, ctx) => {
      const read = readMoment(raw, dayTime)
      if (read) return read
      ctx.addIssue({ code: 'custom', message: raw === '' ? words.needed : words.noMoment })
      return z.NEVER
    })
}

/**
 * A date and time in the years 1900 to 2200, returned in UTC. Without an offset, it is in East Africa Time (spec 5.1).
 */
export const Moment = moment()
/** A time, or a date, which means its beginning (`FromMoment`) or its end (`ToMoment`). */
const FromMoment = moment('00:00')
const ToMoment = moment('23:59:59.999')

/** A line of the schedule; `time` is local to the place, "HH:MM". */
export const ScheduleItem = z.object({
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: () => words.noTime }),
  title: line(200),
  description: text(1000).default(''),
})
export type ScheduleItem = z.infer<typeof ScheduleItem>

/** `image` and `organizer` are aliases of `coverImage` and `author` (spec 22.5). */
export const Event = Entry.extend({
  /** `registrations`: read who registered. */
  may: z.array(z.enum([...verbs, 'registrations'])).optional(),
  type: z.enum(types),
  category: z.enum(categories),
  location: z.string(),
  venue: z.string().nullable(),
  address: z.string().nullable(),
  mapUrl: z.string().nullable(),
  startDate: z.iso.datetime(),
  endDate: z.iso.datetime(),
  status: z.enum(statuses),
  cancelledAt: z.iso.datetime().nullable(),
  /** Plain text with line breaks. */
  description: z.string(),
  schedule: z.array(ScheduleItem),
  tags: z.array(z.string()),
  coverImage: z.string().nullable(),
  image: z.string().nullable(),
  cover: FilePresentation.nullable(),
  organizer: Entry.shape.author,
  capacity: z.number().int().nullable(),
  /** Number of places taken. */
  going: z.number().int(),
  /** Null if there is no limit. */
  placesLeft: z.number().int().nullable(),
  /** At most twenty registered members who want to be shown. */
  attendees: z.array(z.object({ id: z.uuid(), avatar: z.string().nullable() })),
  registrations: z.array(OwnRegistration),
})
export type Event = z.infer<typeof Event>

/** Optional text; an empty string clears it. */
function optional(max: number) {
  return text(max)
    .nullish()
    .transform((value) => (value === '' ? null : value))
}

const wrongCapacity = { error: () => words.wrongCapacity }

const fields = {
  title: line(200),
  type: z.enum(types),
  category: z.enum(categories),
  location: line(200),
  venue: optional(200),
  address: optional(500),
  mapUrl: optional(2000).refine((url) => !url || isHttps(url), { error: () => words.mapHttps }),
  startDate: Moment,
  endDate: Moment,
  description: text(5000).min(1),
  schedule: z.array(ScheduleItem).max(50),
  tags: Tags,
  capacity: z.number(wrongCapacity).int(wrongCapacity).min(1, wrongCapacity).max(100_000, wrongCapacity).nullish(),
  coverImage: z.string().nullish(),
}

/** The error for an end that is before the start. The form shows it next to the field for the end. */
export const endsTooEarly = { path: ['endDate'], error: () => words.endFirst }

export const NewEvent = z
  .object({
    ...fields,
    schedule: fields.schedule.default([]),
    tags: fields.tags.default([]),
    ...NewEntrySettings,
    visibility: Visibility.exclude(['keepers']).default('members'),
  })
  .refine(({ startDate, endDate }) => endDate >= startDate, endsTooEarly)
export type NewEvent = z.input<typeof NewEvent>

/** `cancelled` can't be undone; registered people are emailed. */
export const EventChange = z.object({
  ...z.object(fields).partial().shape,
  ...EntrySettings,
  cancelled: z.literal(true).optional(),
})

/** The query for events that overlap with the period from `from` to `to`, each a date or a time. */
export const EventQuery = PageQuery.extend({
  q: searchTerm(200).default(''),
  from: unlessBlank(FromMoment),
  to: unlessBlank(ToMoment),
  /** `coming` lists events that are not over, soonest first; `past` lists the others. By default, both are listed. */
  when: unlessBlank(z.enum(['coming', 'past'])),
})
