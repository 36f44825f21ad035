import { session } from '../storage.ts'
import { text } from '../text.ts'
import { notify } from '../toasts.ts'

// Records whether this browser refuses storage, as some private windows do. Forms then post while there is signal, and
// nothing is stored for later.

const name = 'storage-refused'
let refused = false

/** Returns whether the browser has refused storage to this page. */
export function isRefused(): boolean {
  return refused
}

/** Records that the browser refuses storage, and says so once per tab. */
export function noteRefusal(): void {
  refused = true
  if (session.read(name)) return
  session.write(name, 'said')
  notify.info(text.outbox.noStorage, { timeout: false })
}
