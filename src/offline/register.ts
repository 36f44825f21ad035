import { fetchFromSite } from './site-answer.ts'
import { local } from './storage.ts'
import { claimsOf } from './token.ts'

/** Message from a page to the worker: the account, and a page that the worker has not seen. */
export type AccountMessage = {
  type: 'account'
  account: { id: string } | null
  token: string | null
  page?: string
}

/** Message from a page without signal: the reader is about to type a search. */
export type Typing = { type: 'typing' }

/**
 * Message sent at each key press without signal. The worker answers through a port with the results in HTML, or null if
 * the device has none.
 */
export type Search = { type: 'search'; address: string }

/** Message from the dashboard: the forms that the member may use, or that none are wanted here. */
export type Forms = { type: 'forms'; account: AccountMessage['account']; pages: string[]; build: string }
export type NoForms = { type: 'no-forms' }

/** Message to a new worker that is waiting: no page is visible. */
export type Unseen = { type: 'unseen' }

/** Delay in ms, because a page is also hidden briefly when the reader leaves it; its timer then ends with the page. */
const unseenMs = 1000

/**
 * Registers the worker once the page has loaded. Sends it the account then, and whenever another tab changes the
 * account.
 */
export function startOffline(): void {
  const { serviceWorker } = navigator
  // The page on screen may have been opened with the cookie of the session that has just ended.
  void finishLeaving().then((done) => done && location.reload())
  addEventListener('online', finishLeaving)
  if (!serviceWorker) return
  const start = () => {
    const unseen = serviceWorker.controller ? undefined : location.href
    serviceWorker
      .register('/sw.js', { updateViaCache: 'none' })
      .then(() => tellAccount(unseen))
      .catch(() => {}) // If storage is refused, the site works without a worker.
  }
  onceLoaded(start)
  addEventListener('storage', (event) => {
    if (event.key === 'token') void tellAccount()
  })
  const onHidden = () => {
    if (document.hidden) setTimeout(tellUnseen, unseenMs)
  }
  document.addEventListener('visibilitychange', onHidden)
  onHidden() // It may have been hidden before this script ran.
}

/** Tells a waiting worker that no page is visible, so that it can take over (`takeOver` in `worker.ts`). */
async function tellUnseen(): Promise<void> {
  const registration = document.hidden ? await navigator.serviceWorker.getRegistration() : undefined
  registration?.waiting?.postMessage({ type: 'unseen' } satisfies Unseen)
}

/** Runs `work` once the page has loaded, or immediately if it already has. */
export function onceLoaded(work: () => void): void {
  if (document.readyState === 'complete') work()
  else addEventListener('load', work, { once: true })
}

/** Ends the session of a person who logged out without signal, with the cookie that remains. Returns whether it did. */
async function finishLeaving(): Promise<boolean> {
  if (local.read('leaving') === null) return false
  const answer = await fetchFromSite('/leave', { method: 'POST' }).catch(() => undefined)
  if (answer?.ok) local.write('leaving', null)
  return answer?.ok === true
}

/** Sends the account to the worker. @param page one that the worker has not seen and may store */
export async function tellAccount(page?: string): Promise<void> {
  if (!navigator.serviceWorker || !(await navigator.serviceWorker.getRegistration())) return
  const { active } = await navigator.serviceWorker.ready
  const token = local.read('token')
  const message: AccountMessage = { type: 'account', account: accountOf(token), token, ...(page && { page }) }
  active?.postMessage(message)
}

/** Returns the account of a token; null if there is none, or it can't be read. */
export function accountOf(token: string | null): AccountMessage['account'] {
  const id = token ? claimsOf(token)?.sub : undefined
  // The worker of the previous release treats an account without a later expiry as gone.
  return id ? ({ id, exp: Number.POSITIVE_INFINITY } as { id: string }) : null
}
