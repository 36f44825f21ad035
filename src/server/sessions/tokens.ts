import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Ticket, Tokens } from '#core/context.ts'

export type Claims = { accountId: string; sessionId: string }

/** Number of verified tokens cached, a few hundred bytes each. */
const cacheSize = 2_000

/** Sizes for AES-256-GCM. */
const ivBytes = 12
const tagBytes = 16

/**
 * Returns functions that sign and check session tokens (HS256 JWT), addresses and tickets, and that encrypt secrets.
 * Each purpose has its own key, derived from AUTH_SECRET.
 */
export function tokensOf(authSecret: string): Tokens & { verify(token: string): Promise<Claims | null> } {
  const sessionKey = createHmac('sha256', authSecret).update('session').digest()
  const deviceSecret = createHmac('sha256', authSecret).update('device').digest()
  const addressKey = createHmac('sha256', authSecret).update('address').digest()
  const ticketKey = createHmac('sha256', authSecret).update('ticket').digest()
  const sealKey = createHmac('sha256', authSecret).update('seal').digest()
  /** Holds verified tokens until they expire, because no other check takes as long. */
  const verifiedTokens = new LRUCache<string, Claims & { exp: number }>({ max: cacheSize })

  function sign(parts: readonly string[], expiresAt: number) {
    return createHmac('sha256', addressKey)
      .update(JSON.stringify([...parts, expiresAt]))
      .digest('base64url')
  }

  function signTicketBody(purpose: string, body: string) {
    return createHmac('sha256', ticketKey)
      .update(JSON.stringify([purpose, body]))
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
      const before = verifiedTokens.get(token)
      if (before && before.exp * 1000 > Date.now()) return before
      try {
        const { payload } = await jwtVerify(token, sessionKey, { algorithms: ['HS256'] })
        const { sub: accountId, sid: sessionId, exp } = payload
        if (!accountId || typeof sessionId !== 'string' || !exp) return null
        verifiedTokens.set(token, { accountId, sessionId, exp })
        return { accountId, sessionId }
      } catch {
        return null
      }
    },
    signAddress: sign,
    deviceKey: (accountId) => createHmac('sha256', deviceSecret).update(accountId).digest('base64'),
    verifyAddress(parts, expiresAt, signature) {
      if (!(expiresAt * 1000 > Date.now())) return false
      return isSame(sign(parts, expiresAt), signature)
    },
    signTicket(purpose, claims, ttlSeconds) {
      const expiresAt = Math.floor(Date.now() / 1000) + ttlSeconds
      // The nonce makes each ticket unique, so that each can be accepted only once.
      const content = { claims, expiresAt, nonce: randomBytes(16).toString('base64url') }
      const body = Buffer.from(JSON.stringify(content)).toString('base64url')
      return `${body}.${signTicketBody(purpose, body)}`
    },
    openTicket(purpose, ticket) {
      // Nothing may follow the signature: a single-use ticket must not have a second spelling.
      const [body = '', signature = '', ...more] = ticket.split('.')
      if (more.length > 0 || !isSame(signTicketBody(purpose, body), signature)) return null
      const { claims, expiresAt } = JSON.parse(Buffer.from(body, 'base64url').toString()) as Ticket
      return expiresAt * 1000 > Date.now() ? { claims, expiresAt } : null
    },
    seal(secret, owner) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv).setAAD(Buffer.from(owner))
      const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
    },
    unseal(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        })
          .setAAD(Buffer.from(owner))
          .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
        return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}

/** Compares two signatures in constant time. */
function isSame(expected: string, candidate: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(candidate)]
  return one.length === other.length && timingSafeEqual(one, other)
}
