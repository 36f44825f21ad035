import { createHmac, timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Tokens } from '#core/context.ts'

export type Claims = { accountId: string; sessionId: string }

/** So many tokens are known by heart, a few hundred bytes each. */
const known = 2_000

/** Signs session tokens (HS256 JWT) and addresses with keys derived from AUTH_SECRET, one key a purpose. */
export function tokensOf(authSecret: string): Tokens & { verify(token: string): Promise<Claims | null> } {
  const sessionKey = createHmac('sha256', authSecret).update('session').digest()
  const deviceSecret = createHmac('sha256', authSecret).update('device').digest()
  const addressKey = createHmac('sha256', authSecret).update('address').digest()
  /** Tokens whose signature was found good, with the second in which they end: no other check takes as long. */
  const good = new LRUCache<string, Claims & { exp: number }>({ max: known })

  function sign(parts: readonly string[], expiresAt: number) {
    return createHmac('sha256', addressKey)
      .update(JSON.stringify([...parts, expiresAt]))
      .digest('base64url')
  }

  return {
    issue({ accountId, sessionId, expiresAt }) {
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(accountId)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(sessionKey)
    },
    async verify(token) {
      const before = good.get(token)
      if (before && before.exp * 1000 > Date.now()) return before
      try {
        const { payload } = await jwtVerify(token, sessionKey, { algorithms: ['HS256'] })
        const { sub: accountId, sid: sessionId, exp } = payload
        if (!accountId || typeof sessionId !== 'string' || !exp) return null
        good.set(token, { accountId, sessionId, exp })
        return { accountId, sessionId }
      } catch {
        return null
      }
    },
    signAddress: sign,
    deviceKey: (accountId) => createHmac('sha256', deviceSecret).update(accountId).digest('base64'),
    verifyAddress(parts, expiresAt, signature) {
      if (!(expiresAt * 1000 > Date.now())) return false
      const wanted = Buffer.from(sign(parts, expiresAt))
      const given = Buffer.from(signature)
      return wanted.length === given.length && timingSafeEqual(wanted, given)
    },
  }
}
