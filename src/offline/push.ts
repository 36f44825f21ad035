import type { PushNote } from '#core/push.ts'
import { speakAs } from './notice.ts'
import { text } from './text.ts'
import type { PushEvent, WorkerScope } from './worker-types.ts'

// A push contains the path of a page and a text, which names an entry only if it is public. The page itself checks who
// may read it.

type NotificationData = { path: string; count: number }

/** Maximum number of notifications shown separately. If there are more, a silent one with their count replaces them. */
const maxSeparate = 3
const all = 'all'

/** Always shows a notification, because browsers revoke the permission after an invisible push. */
export async function showPush({ registration }: WorkerScope, data: PushEvent['data']): Promise<void> {
  const { title, body, path, tag, language } = noteIn(data)
  speakAs(language)
  const before = (await registration.getNotifications().catch(() => [])).filter((one) => one.tag !== tag)
  const one = { body, tag, lang: language, data: { path, count: 1 } satisfies NotificationData }
  const look = { icon: '/icon-192.png', badge: '/icon-192.png' }
  if (before.length < maxSeparate && !before.some((other) => other.tag === all))
    return registration.showNotification(title, { ...look, ...one })
  const count = before.reduce((sum, other) => sum + ((other.data as NotificationData | null)?.count ?? 1), 1)
  for (const other of before) if (other.tag !== all) other.close()
  const together = {
    body: text.several(count),
    tag: all,
    data: { path: '/dashboard', count } satisfies NotificationData,
  }
  return registration.showNotification(title, { ...look, ...one, ...together, silent: true })
}

/** Focuses the tab that shows the page, or opens one. */
export async function openPage({ clients }: WorkerScope, notification: Notification): Promise<void> {
  notification.close()
  const { path } = notification.data as NotificationData
  const url = new URL(path, location.origin).href
  const tab = (await clients.matchAll({ type: 'window', includeUncontrolled: true })).find((page) => page.url === url)
  await (tab ? tab.focus() : clients.openWindow(url))
}

/**
 * Closes the notifications of a device where nobody is logged in, and unsubscribes it, so that messages waiting at the
 * push service are not shown.
 */
export async function endPush({ registration }: WorkerScope): Promise<void> {
  const subscription = await registration.pushManager?.getSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => false)
  const notifications = (await registration.getNotifications?.().catch(() => [])) ?? []
  for (const one of notifications) one.close()
}

function noteIn(data: PushEvent['data']): PushNote {
  const empty: PushNote = { title: location.host, body: '', path: '/dashboard', tag: 'unknown', language: 'en' }
  try {
    const note = { ...empty, ...(data?.json() as Partial<PushNote>) }
    const isOwnPage = new URL(note.path, location.origin).origin === location.origin
    return { ...note, body: note.body || text.somethingNew, path: isOwnPage ? note.path : empty.path }
  } catch {
    return { ...empty, body: text.somethingNew }
  }
}
