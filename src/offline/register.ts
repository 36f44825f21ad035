/** What a page tells the worker: who is signed in, and which page it has not seen. */
export type Told = {
  type: 'account'
  account: { id: string; exp: number } | null
  token: string | null
  page?: string
}

/** What a page without signal tells it: a search is about to be typed. */
export type Typing = { type: 'typing' }

/** What it asks then at each key press, by a port: the results in HTML, or null where the device has none. */
export type Search = { type: 'search'; address: string }

/** What it tells a new one that waits: nobody looks at it. */
export type Unseen = { type: 'unseen' }

/** A page that is left for another is out of sight for a moment, too; a timer of it goes with it. */
const unseenMs = 1000

/** Sets up the worker once the page is there, and tells it who is signed in, now and when another tab changes that. */
export function startOffline(): void {
  const { serviceWorker } = navigator
  // What is on the screen may be what the cookie opened.
  void finishLeaving().then((done) => done && location.reload())
  addEventListener('online', finishLeaving)
  if (!serviceWorker) return
  const start = () => {
    const unseen = serviceWorker.controller ? undefined : location.href
    serviceWorker
      .register('/sw.js', { updateViaCache: 'none' })
      .then(() => tellAccount(unseen))
      .catch(() => {}) // storage refused: the site goes on without
  }
  onceLoaded(start)
  addEventListener('storage', (event) => {
    if (event.key === 'token') void tellAccount()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) setTimeout(tellUnseen, unseenMs)
  })
}

/** A worker that was renewed takes over then: see `takeOver`. */
async function tellUnseen(): Promise<void> {
  const registration = document.hidden ? await navigator.serviceWorker.getRegistration() : undefined
  registration?.waiting?.postMessage({ type: 'unseen' } satisfies Unseen)
}

/** Does this once the page and what it shows have come, or now. */
export function onceLoaded(work: () => void): void {
  if (document.readyState === 'complete') work()
  else addEventListener('load', work, { once: true })
}

/** Who signed out without signal has no token any more: the cookie that stayed ends its own session. Whether it did now. */
async function finishLeaving(): Promise<boolean> {
  if (localStorage.getItem('leaving') === null) return false
  const answer = await fetch('/leave', { method: 'POST' }).catch(() => undefined)
  if (answer?.ok) localStorage.removeItem('leaving')
  return answer?.ok === true
}

/** @param page one that the worker has not seen and may keep */
export async function tellAccount(page?: string): Promise<void> {
  if (!navigator.serviceWorker || !(await navigator.serviceWorker.getRegistration())) return
  const { active } = await navigator.serviceWorker.ready
  const token = localStorage.getItem('token')
  const told: Told = { type: 'account', account: accountOf(token), token, ...(page && { page }) }
  active?.postMessage(told)
}

/** Whose token it is; null once it has ended by the server's clock, and for one that can't be read. */
export function accountOf(token: string | null): Told['account'] {
  try {
    const payload = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    const { sub: id, exp } = JSON.parse(atob(payload)) as { sub: string; exp: number }
    const now = Date.now() + Number(localStorage.getItem('clockOffset') ?? 0)
    return exp * 1000 > now ? { id, exp } : null
  } catch {
    return null
  }
}
