import { useEffect, useSyncExternalStore } from 'react'
import { readUser } from '../session/session.ts'
import { listItems, type Waiting } from './items.ts'
import { onOutboxMessage } from './messages.ts'

/** `part` is the progress, from 0 to 1, while a file is being sent. */
export type OutboxItem = Waiting & { part?: number }
export type Sent = { id: number; account: string; title: string; note: string | undefined }
type Outbox = {
  /** Null until the items have been read. */
  items: OutboxItem[] | null
  failed: boolean
  /** Items of this account sent since the page was opened. */
  sent: Sent[]
}

const empty: Outbox = { items: null, failed: false, sent: [] }
let outbox = empty
let stop: (() => void) | undefined
let turn = 0
const listeners = new Set<() => void>()

/** Returns the waiting and sent items, updated from any tab. */
export function useOutbox(): Outbox & { reload: () => void } {
  const now = useSyncExternalStore(
    subscribe,
    () => outbox,
    () => empty,
  )
  useEffect(() => void reload(), [])
  return { ...now, reload }
}

/** Returns whether the last waiting switch of the entry is on (true) or off; undefined if none waits. */
export function useSwitched(on: string, off: string, id: string): boolean | undefined {
  const { items } = useOutbox()
  const last = items?.findLast((item) => [on, off].includes(item.operation) && item.input.id === id && !item.refusal)
  return last && last.operation === on
}

async function reload(): Promise<void> {
  const mine = ++turn
  try {
    const items = await listItems()
    if (mine === turn) change({ items, failed: false })
  } catch {
    if (mine === turn) change({ items: [], failed: true })
  }
}

function change(part: Partial<Outbox>) {
  outbox = { ...outbox, ...part }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  stop ??= onOutboxMessage((news) => {
    if (news.is === 'sending')
      return change({
        items:
          outbox.items?.map((item) => (item.order === news.order ? { ...item, part: news.sent / news.size } : item)) ??
          null,
      })
    if (news.is === 'sent' && news.account === readUser()?.id) {
      const { account, title, note } = news
      change({ sent: [{ id: outbox.sent.length, account, title, note }, ...outbox.sent] })
    }
    void reload()
  })
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = undefined
  }
}
