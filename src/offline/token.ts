import { local } from './storage.ts'

/** The claims of a session token. Only the server checks its signature. */
export type Claims = { sub?: string; iat?: number; exp?: number }

/** Names in local storage of items that belong to one session and are removed when it ends. */
export const sessionItems = ['token', 'user', 'clockOffset', 'deviceKey', 'preferences']

/** Returns the claims of a session token; times are in seconds by the server's clock. Throws if it can't be read. */
export function claimsOf(token: string): Claims {
  const [, payload = ''] = token.split('.')
  return JSON.parse(fromBase64Url(payload))
}

/** Returns the server's time in ms: this device's clock, corrected by the difference seen at the last login. */
export function serverTime(): number {
  return Date.now() + (Number(local.read('clockOffset')) || 0)
}

/** Decodes base64url, which `atob` doesn't read, to one character per byte. */
export function fromBase64Url(encoded: string): string {
  return atob(encoded.replace(/-/g, '+').replace(/_/g, '/'))
}
