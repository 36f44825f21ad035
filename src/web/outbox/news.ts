// What every tab tells the others of its outbox, and itself.

export type OutboxNews =
  | { is: 'changed' }
  | { is: 'sending'; order: number; sent: number; size: number }
  /** `note`: it was dropped, for it has nothing to go to any more. */
  | { is: 'sent'; account: string; title: string; note?: string }

const listeners = new Set<(news: OutboxNews) => void>()
let channel: BroadcastChannel | undefined

export function tellOutbox(news: OutboxNews): void {
  for (const listener of listeners) listener(news)
  open().postMessage(news)
}

/** Answers a function that stops. */
export function onOutboxNews(listener: (news: OutboxNews) => void): () => void {
  open()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function open(): BroadcastChannel {
  if (channel) return channel
  channel = new BroadcastChannel('outbox')
  channel.onmessage = ({ data }: MessageEvent<OutboxNews>) => {
    for (const listener of listeners) listener(data)
  }
  return channel
}
