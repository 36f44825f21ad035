import { lifeLeft, renew } from '#src/offline/token.ts'
import { inOneTab } from '../in-one-tab.ts'
import { leave, readToken } from './session.ts'

const retryAfterMs = 30_000
const signs = ['pointerdown', 'keydown', 'scroll', 'visibilitychange', 'focus'] as const

/**
 * Renews the session of an active member once less than half of the token's life is left; one tab does it for all.
 * Returns a function that stops.
 */
export function renewWhileUsed(): () => void {
  let notBefore = 0
  let busy = false

  async function onSign() {
    if (busy || document.visibilityState === 'hidden') return
    const token = readToken()
    // Unlike the clock, this time is never set back.
    if (!token || performance.now() < notBefore) return
    const left = lifeLeft(token) ?? 0
    // A token that seems to have expired is for `watchSession`. One from the future shows that the clock was set back.
    if (left <= 0 || (left >= 0.5 && left < 1.05)) return
    busy = true
    notBefore = performance.now() + retryAfterMs
    // After a failure it is tried again at a later sign of activity.
    await inOneTab('session renewal', () => renewUnchanged(token), { ifAvailable: true })
    busy = false
  }

  for (const sign of signs) addEventListener(sign, onSign, { passive: true, capture: true })
  void onSign()
  return () => {
    for (const sign of signs) removeEventListener(sign, onSign, { capture: true })
  }
}

async function renewUnchanged(token: string): Promise<void> {
  // Another tab may have been first.
  if (readToken() === token && (await renew(token))) leave('refused')
}
