import type { PushNote } from '#core/push.ts'
import { speakAs } from './note.ts'
import type { PushEvent, WorkerScope } from './scope.ts'
import { text } from './text.ts'

// What is pushed names a page and, of what everybody may see, its title. The page itself asks who may read it.

type Shown = { path: string; count: number }

/** So many are shown one by one; more become one that says how many, without a sound. */
const mostApart = 3
const all = 'all'

/** Always shows something: a browser takes the permission away where a push is not seen. */
export async function showPush({ registration }: WorkerScope, data: PushEvent['data']): Promise<void> {
  const { title, body, path, tag, language } = noteIn(data)
  speakAs(language)
  const before = (await registration.getNotifications().catch(() => [])).filter((one) => one.tag !== tag)
  const one = { body, tag, lang: language, data: { path, count: 1 } satisfies Shown }
  const look = { icon: '/icon-192.png', badge: '/icon-192.png' }
  if (before.length < mostApart && !before.some((other) => other.tag === all))
    return registration.showNotification(title, { ...look, ...one })
  const count = before.reduce((sum, other) => sum + ((other.data as Shown | null)?.count ?? 1), 1)
  for (const other of before) if (other.tag !== all) other.close()
  const together = { body: text.several(count), tag: all, data: { path: '/dashboard', count } satisfies Shown }
  return registration.showNotification(title, { ...look, ...one, ...together, silent: true })
}

/** Goes to the tab that shows the page, or opens one. */
export async function openPage({ clients }: WorkerScope, notification: Notification): Promise<void> {
  notification.close()
  const { path } = notification.data as Shown
  const url = new URL(path, location.origin).href
  const open = (await clients.matchAll({ type: 'window', includeUncontrolled: true })).find((page) => page.url === url)
  await (open ? open.focus() : clients.openWindow(url))
}

/** Nothing is pushed to a device where nobody is signed in, whatever waits at the push service. */
export async function endPush({ registration }: WorkerScope): Promise<void> {
  const subscription = await registration.pushManager?.getSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => false)
  const shown = (await registration.getNotifications?.().catch(() => [])) ?? []
  for (const one of shown) one.close()
}

function noteIn(data: PushEvent['data']): PushNote {
  const empty: PushNote = { title: location.host, body: '', path: '/dashboard', tag: 'unknown', language: 'en' }
  try {
    const note = { ...empty, ...(data?.json() as Partial<PushNote>) }
    const stays = new URL(note.path, location.origin).origin === location.origin
    return { ...note, body: note.body || text.somethingNew, path: stays ? note.path : empty.path }
  } catch {
    return { ...empty, body: text.somethingNew }
  }
}
