import { catalogue } from '#text/language.ts'

export const text = catalogue('notifications', {
  title: 'Notifications',
  hint: 'Notifications from the last 90 days.',
  settings: 'Choose which ones you also get by email or on your phone',
  loading: 'Loading notifications',
  failed: 'Couldn’t load your notifications',
  none: 'No notifications yet',
  noneHint: 'When someone comments on your posts, replies to you or mentions you, you’ll see it here.',
  markAll: 'Mark all as read',
  notMarked: 'Couldn’t update your notifications. Try again.',
  unread: 'Unread',
  someone: 'Someone',
  comment: (by: string, title: string, count: number) =>
    count === 1 ? `${by} commented on “${title}”` : `${count} new comments on “${title}”, the latest by ${by}`,
  reply: (by: string, title: string, count: number) =>
    count === 1
      ? `${by} replied in a conversation about “${title}”`
      : `${count} new replies on “${title}”, the latest by ${by}`,
  mention: (by: string, title: string, count: number) =>
    count === 1
      ? `${by} mentioned you in a comment on “${title}”`
      : `You were mentioned in ${count} comments on “${title}”, most recently by ${by}`,
  registration: (title: string, count: number) =>
    count === 1 ? `Someone registered for “${title}”` : `${count} people registered for “${title}”`,
})
