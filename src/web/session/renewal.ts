import { api } from '../api.ts'
import { inOneTab } from '../in-one-tab.ts'
import { enter, isValid, leave, lifeLeft, readToken } from './session.ts'

const retryAfterMs = 30_000
const signs = ['pointerdown', 'keydown', 'scroll', 'visibilitychange', 'focus'] as const

/**
 * Renews the session of an active member once less than half of the token's life is left; one tab does it for all. An
 * expired session is ended. Returns a function that stops.
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
    // After a failure it is tried again at a later sign of activity; a 401 has already ended the session.
    await inOneTab('session renewal', () => renew(token), { ifAvailable: true }).catch(() => {})
    busy = false
  }

  for (const sign of signs) addEventListener(sign, onSign, { passive: true, capture: true })
  void onSign()
  return () => {
    for (const sign of signs) removeEventListener(sign, onSign, { capture: true })
  }
}

async function renew(token: string): Promise<void> {
  if (readToken() !== token) return // Another tab was first.
  const answer = await api.account.renew({})
  // The member may have logged out in the meantime.
  if (readToken() === token) enter(answer)
}
