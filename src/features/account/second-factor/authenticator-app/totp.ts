import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** Every authenticator app supports these settings: SHA-1, six digits, a new code every 30 seconds. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 }
/** Codes up to this many steps before or after the current one are accepted, because phones' clocks differ. */
const window = 1

/** Returns a new secret in base32: 160 random bits, as RFC 4226 recommends. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** Returns the time step that a code belongs to, or null if the code is not valid now. */
export function stepOfCode(secret: string, code: string): number | null {
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) })
  const timestamp = Date.now()
  const delta = totp.validate({ token: code, timestamp, window })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

/** Returns the secret, and a link and a QR code that contain it, for setting up an app. */
export function setupOf(site: string, email: string, secret: string) {
  // A colon separates the issuer from the label, so apps can't read an address with another one.
  const issuer = site.replace(/[\s:]+/g, ' ').trim()
  const address = new TOTP({ ...shape, issuer, label: email, secret: Secret.fromBase32(secret) }).toString()
  const image = Buffer.from(renderSVG(address, { border: 3 })).toString('base64')
  return { secret, address, qrCode: `data:image/svg+xml;base64,${image}` }
}
