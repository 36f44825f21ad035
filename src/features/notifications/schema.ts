import { z } from 'zod'
import { notificationKinds } from '#content/entry/notification/kinds.ts'
import { Author } from '#content/entry/schema.ts'
import { Moment } from '#core/input/date-time.ts'
import { Page, PageQuery } from '#core/page.ts'

export const Notification = z.object({
  id: z.uuid(),
  kind: z.enum(notificationKinds),
  /** The title of the entry, or the text of a `message`. */
  title: z.string(),
  /** The path of the page that it is about. */
  path: z.string().nullable(),
  /** The member who did it last; null if nobody is named. */
  actor: Author.nullable(),
  /** Number of times that it has happened while the notification was unread. */
  count: z.number().int(),
  at: z.iso.datetime(),
  read: z.boolean(),
})
export type Notification = z.infer<typeof Notification>
export const Notifications = Page(Notification)
export const NotificationQuery = PageQuery.extend({ limit: z.coerce.number().int().min(1).max(100).default(20) })

/** Unread notifications are counted up to this number. */
export const mostUnread = 100
export const Unread = z.object({ count: z.number().int() })

/** Marks one notification as read, or all up to the time `until`, so that newer ones stay unread. */
export const Reading = z
  .object({ id: z.uuid().optional(), until: Moment.optional() })
  .refine(({ id, until }) => id !== undefined || until !== undefined)
