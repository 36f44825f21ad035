import type { Tokens } from '#core/context.ts'
import { idPattern } from '#core/id.ts'

const shape = new RegExp(`^(${idPattern})-(\\d{1,12})-([\\w-]{43})$`)

function partsOf(id: string, email: string): string[] {
  return ['registration', id, email]
}

/** Returns the token of the emailed link that cancels a registration, which works until the given end of its event. */
export function linkToken(
  tokens: Pick<Tokens, 'signAddress'>,
  { id, email }: { id: string; email: string },
  endDate: string,
): string {
  const expiresAt = Math.ceil(Date.parse(endDate) / 1000)
  return `${id}-${expiresAt}-${tokens.signAddress(partsOf(id, email), expiresAt)}`
}

/**
 * Returns the id of the registration that a token is about, and a function that checks the token for the email of that
 * registration, so that links sent to an earlier email stop working. Returns null for anything else.
 */
export function openLink(tokens: Pick<Tokens, 'verifyAddress'>, token: string) {
  const [, id, expiresAt, signature = ''] = shape.exec(token) ?? []
  if (!id) return null
  const isFor = (email: string) => tokens.verifyAddress(partsOf(id, email), Number(expiresAt), signature)
  return { id, isFor }
}
