import { createHmac, timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Tokens } from '#core/context.ts'

export type Claims = { accountId: string; sessionId: string }

/** Signs session tokens (HS256 JWT) and addresses with keys derived from AUTH_SECRET, one key a purpose. */
export function tokensOf(authSecret: string): Tokens & { verify(token: string): Promise<Claims | null> } {
  const sessionKey = createHmac('sha256', authSecret).update('session').digest()
  const deviceSecret = createHmac('sha256', authSecret).update('device').digest()
  const addressKey = createHmac('sha256', authSecret).update('address').digest()

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
      try {
        const { payload } = await jwtVerify(token, sessionKey, { algorithms: ['HS256'] })
        return payload.sub && typeof payload.sid === 'string'
          ? { accountId: payload.sub, sessionId: payload.sid }
          : null
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
