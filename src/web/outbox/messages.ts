import type { ApiError } from '../errors.ts'

// Sends messages about the outbox to all tabs, including this one.

export type OutboxMessage =
  | { is: 'changed' }
  | { is: 'sending'; order: number; sent: number; size: number }
  /** `note` says that it was dropped because its entry no longer exists. */
  | { is: 'sent'; key: string; answer?: unknown; account: string; title: string; note?: string }
  | { is: 'refused'; key: string; error: Refusal }
  /** Nothing can be sent now; all items are retried later. */
  | { is: 'postponed' }

export type Refusal = Pick<ApiError, 'status' | 'code' | 'message' | 'issues'>

const awaitedKeys = new Set<string>()

/** Returns whether a form in this tab waits for the item with this key. */
export function isAwaited(key: string): boolean {
  return awaitedKeys.has(key)
}

/** Marks the item as awaited by a form of this tab. Returns a function that ends this. */
export function markAwaited(key: string): () => void {
  awaitedKeys.add(key)
  return () => awaitedKeys.delete(key)
}

const listeners = new Set<(message: OutboxMessage) => void>()
let channel: BroadcastChannel | undefined

export function tellOutbox(message: OutboxMessage): void {
  for (const listener of listeners) listener(message)
  open().postMessage(message)
}

/** Calls `listener` with each message. Returns a function that stops. */
export function onOutboxMessage(listener: (message: OutboxMessage) => void): () => void {
  open()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function open(): BroadcastChannel {
  if (channel) return channel
  channel = new BroadcastChannel('outbox')
  channel.onmessage = ({ data }: MessageEvent<OutboxMessage>) => {
    for (const listener of listeners) listener(data)
  }
  return channel
}
