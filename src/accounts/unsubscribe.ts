import { createHash } from 'node:crypto'
import type { Context } from '#core/context.ts'

const purpose = 'unsubscribe'
/** Days for which a link in an email works. */
const validDays = 400

/**
 * Returns the address that turns off an account's emails about its activity, without a login. It is encrypted, so that
 * it reveals nothing about the account, and it stops working when the account's email changes.
 */
export function unsubscribeLink(
  { site, tokens }: Pick<Context, 'site' | 'tokens'>,
  { id, email }: { id: string; email: string },
): string {
  const expiresAt = Math.ceil(Date.now() / 1000) + validDays * 24 * 60 * 60
  return `${site.baseUrl}/unsubscribe?token=${tokens.seal([id, expiresAt, hashOf(email)].join(' '), purpose)}`
}

/**
 * Returns the id of the account that a token is about, and a function that checks that the token was sent to this email.
 * Returns null for a forged or expired token.
 */
export function openUnsubscribeLink({ tokens }: Pick<Context, 'tokens'>, token: string) {
  const [id, expiresAt, hash] = tokens.unseal(token, purpose)?.split(' ') ?? []
  if (!id || !(Number(expiresAt) * 1000 > Date.now())) return null
  return { id, isFor: (email: string) => hashOf(email) === hash }
}

function hashOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}
