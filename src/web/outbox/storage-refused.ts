import { notify } from '../notifications.ts'
import { text } from '../text.ts'

// Whether this browser refuses storage, as in some private windows. Forms then post while there is signal, and nothing
// is stored for later.

const name = 'storage-refused'
let refused = false

/** Returns whether the browser has refused storage to this page. */
export function isRefused(): boolean {
  return refused
}

/** Records that the browser refuses storage, and says so once per tab. */
export function noteRefusal(): void {
  refused = true
  try {
    if (sessionStorage.getItem(name)) return
    sessionStorage.setItem(name, 'said')
  } catch {
    // Without session storage it is said on every page.
  }
  notify.info(text.outbox.noStorage, { timeout: false })
}
