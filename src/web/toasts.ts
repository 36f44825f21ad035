import { useSyncExternalStore } from 'react'
import { leaveMessages, type Message, takeMessages } from '#src/reading/messages.ts'

/** A message at the top of the page (spec 4.3); `timeout` in ms, or false to stay until removed. */
export type Toast = Message & { id: string; timeout: number | false; action?: Action | undefined }
/** A button that is shown as long as the toast. */
export type Action = { label: string; act: () => void }
type Setting = { timeout?: number | false; action?: Action } & Pick<Message, 'next'>

const DEFAULT_TIMEOUT = 5000

const none: readonly Toast[] = []
let list = none
let count = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  list = next
  for (const listener of listeners) listener()
}

function add(type: Toast['type'], message: string, { timeout = DEFAULT_TIMEOUT, ...rest }: Setting = {}): string {
  count += 1
  const id = `toast-${count}`
  change([...list, { id, type, message, timeout, ...rest }])
  return id
}

/** Functions that show a toast and return its id, or remove one by its id. */
export const notify = {
  success: (message: string, setting?: Setting) => add('success', message, setting),
  error: (message: string, setting?: Setting) => add('error', message, setting),
  info: (message: string, setting?: Setting) => add('info', message, setting),
  remove: (id: string) => change(list.filter((one) => one.id !== id)),
}

export function useToasts(): readonly Toast[] {
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

/**
 * Shows what the previous page left, and leaves what is shown first here for the next page. Returns a function that
 * stops.
 */
export function carryOver(): () => void {
  const carried = new Set(takeMessages().map(({ type, message }) => notify[type](message)))
  // An action is of the page that offered it.
  const leave = () =>
    leaveMessages(list.filter(({ id }) => !carried.has(id)).map(({ type, message, next }) => ({ type, message, next })))
  addEventListener('pagehide', leave)
  return () => removeEventListener('pagehide', leave)
}

/** Copies a text and confirms it. Without a clipboard (plain HTTP) it shows the text to copy by hand. */
export async function copyText(value: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value)
    notify.success(done)
  } catch {
    notify.info(value, { timeout: false })
  }
}
