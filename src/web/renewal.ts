import { api } from './api.ts'
import { enter, isValid, leave, lifeLeft, readToken } from './session.ts'

const retryAfterMs = 30_000
const signs = ['pointerdown', 'keydown', 'scroll', 'visibilitychange', 'focus'] as const

/**
 * Renews the session of a member who uses the site, once less than half of the token's life is left; one tab does it
 * for all. Who was away for longer than the token lives is signed out instead. Answers a function that stops.
 */
export function renewWhileUsed(): () => void {
  let notBefore = 0
  let busy = false

  async function onSign() {
    if (busy || document.visibilityState === 'hidden') return
    const token = readToken()
    if (!token || lifeLeft(token) >= 0.5) return
    if (!isValid(token)) return leave('expired')
    if (Date.now() < notBefore) return
    busy = true
    notBefore = Date.now() + retryAfterMs
    await inOneTab(() => renew(token)).catch(() => {}) // tried again at a later sign; a 401 has ended the session
    busy = false
  }

  for (const sign of signs) addEventListener(sign, onSign, { passive: true, capture: true })
  void onSign()
  return () => {
    for (const sign of signs) removeEventListener(sign, onSign, { capture: true })
  }
}

async function renew(token: string): Promise<void> {
  if (readToken() !== token) return // another tab was first
  const answer = await api.account.renew({})
  // Who signed out meanwhile stays signed out.
  if (readToken() === token) enter(answer)
}

/** Runs `work` unless another tab is at it; browsers keep locks for secure origins alone. */
async function inOneTab(work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  await navigator.locks.request('session renewal', { ifAvailable: true }, (lock) => (lock ? work() : undefined))
}
