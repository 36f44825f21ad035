import { useSyncExternalStore } from 'react'

/** What the session has to say (spec §3); `timeout` in ms, false: it stays until it is removed. */
export type Notification = {
  id: string
  type: 'success' | 'error' | 'info'
  message: string
  timeout: number | false
  action?: Action | undefined
}
/** One thing to do about it, for as long as it stands. */
export type Action = { label: string; act: () => void }
type Setting = { timeout?: number | false; action?: Action }

const DEFAULT_TIMEOUT = 5000
/** Spec §9: the life of a toast about what was just done. */
export const TOAST_TIMEOUT = 3000
const forNextPage = 'notifications'

const none: readonly Notification[] = []
let list = none
let count = 0
const listeners = new Set<() => void>()

function change(next: readonly Notification[]) {
  list = next
  for (const listener of listeners) listener()
}

function add(type: Notification['type'], message: string, { timeout = DEFAULT_TIMEOUT, action }: Setting = {}): string {
  count += 1
  const id = `notification-${count}`
  change([...list, { id, type, message, timeout, action }])
  return id
}

/** Adds to the notifications of the session; each answers the id to remove it by. */
export const notify = {
  success: (message: string, setting?: Setting) => add('success', message, setting),
  error: (message: string, setting?: Setting) => add('error', message, setting),
  info: (message: string, setting?: Setting) => add('info', message, setting),
  remove: (id: string) => change(list.filter((one) => one.id !== id)),
  /** Says it on the page that is about to open. */
  onNextPage: (message: string, setting: Pick<Setting, 'timeout'> = {}) =>
    sessionStorage.setItem(forNextPage, JSON.stringify({ message, ...setting })),
}

/** The notifications as they are now. */
export function useNotifications(): readonly Notification[] {
  return useSyncExternalStore(
    subscribe,
    () => list,
    () => none,
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Says, once, what the page before could not stay to say. */
export function takeOver(): void {
  const kept = sessionStorage.getItem(forNextPage)
  sessionStorage.removeItem(forNextPage)
  if (!kept) return
  const { message, ...setting } = JSON.parse(kept) as { message: string } & Setting
  notify.success(message, setting)
}
