// A message is shown for some seconds. If the page is left before they are over, the next page shows it.

import { session } from '#src/offline/storage.ts'

export type Message = {
  type: 'success' | 'error' | 'info'
  message: string
  /** Set for thanks, which the page has a block for: the path of the page that comes next, or empty. */
  next?: string | undefined
}

const name = 'messages'
/** Time in ms after which a message belongs to an earlier visit. */
const staleMs = 30_000

/** Leaves messages for the next page that this tab opens. */
export function leaveMessages(messages: Message[]): void {
  if (messages.length > 0) session.write(name, JSON.stringify({ at: Date.now(), messages }))
}

/** Removes and returns the messages that the previous page left. */
export function takeMessages(): Message[] {
  const left = session.readJson<{ at: number; messages: Message[] }>(name)
  session.write(name, null)
  return left && Date.now() - left.at < staleMs ? left.messages : []
}

/** Shows the messages that the previous page left above the content of this one, which has no toasts. */
export function showMessages(): void {
  for (const { type, message, next } of takeMessages().reverse()) {
    const thanks = next === undefined ? null : document.querySelector('[data-thanks]')
    const link = thanks?.querySelector('[data-next]')
    if (next) link?.setAttribute('href', next)
    else link?.remove()
    thanks?.removeAttribute('hidden')
    const note = document.createElement('div')
    note.className = thanks ? 't3 heavy' : `note ${type === 'error' ? 'bad' : 'good'}`
    // A page whose own status changes announces that.
    if (!document.querySelector('[data-view] [role=status]')) note.role = 'status'
    const place = thanks ?? document.querySelector('main')
    place?.prepend(note)
    // Screen readers read what is added to a status, not what it had when it was added.
    requestAnimationFrame(() => note.append(message))
  }
}
