import { createHash } from 'node:crypto'
import type { Context as HonoContext } from 'hono'
import { siteMark } from '#src/offline/site-answer.ts'

export function everyAnswer(baseUrl: string): Record<string, string> {
  return {
    [siteMark]: '1',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    // This keeps other sites from embedding our answers. Public files override it, for feed readers.
    'cross-origin-resource-policy': 'same-origin',
    ...(baseUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/**
 * Device features of a document: the recorder uses the microphone, entries use the position for their place, and logins
 * use passkeys.
 */
const deviceFeatures = [
  'microphone=(self)',
  'geolocation=(self)',
  'publickey-credentials-get=(self)',
  'publickey-credentials-create=(self)',
  ...['camera', 'payment', 'usb', 'serial', 'hid', 'midi', 'display-capture', 'browsing-topics'].map(
    (name) => `${name}=()`,
  ),
].join(', ')

/** Headers of HTML documents. A site that opens one of our pages can't control its window. */
export const documentHeaders = {
  'permissions-policy': deviceFeatures,
  'cross-origin-opener-policy': 'same-origin',
}

/** The CSP of a document without script, style, frames or forms. */
const strictPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Adds the default security headers to answers that don't set them themselves. */
export function securityHeaders(baseUrl: string) {
  const shared = Object.entries(everyAnswer(baseUrl))
  const document = Object.entries({ ...documentHeaders, 'content-security-policy': strictPolicy })
  return async (c: HonoContext, next: () => Promise<void>) => {
    await next()
    const { headers } = c.res
    const defaults = headers.get('content-type')?.startsWith('text/html') ? [...shared, ...document] : shared
    for (const [name, value] of defaults) if (!headers.has(name)) headers.set(name, value)
  }
}

type Inline = { scripts: string[]; nonce: string | undefined; styleHashes: string[] }

/** Returns a page's Content-Security-Policy. Cached HTML allows inline scripts by hash; a hydrated page has a nonce. */
export function pagePolicy({ scripts, nonce, styleHashes }: Inline, uploadOrigin: string | undefined): string {
  const hashes = scripts.map((script) => `'sha256-${hashOf(script)}'`)
  const allowed = `'self' ${hashes.join(' ')}${nonce ? ` 'nonce-${nonce}'` : ''}`
  // Widgets in the browser, such as the editor, add style elements of their own.
  const styles = nonce
    ? "'self' 'unsafe-inline'"
    : ["'self'", ...styleHashes.map((hash) => `'sha256-${hash}'`)].join(' ')
  const connect = uploadOrigin ? `'self' ${uploadOrigin}` : "'self'"
  return [
    "default-src 'self'",
    `script-src ${allowed}`,
    `style-src ${styles}`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src ${connect}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Returns the hash of an inline script or style, as a policy names it. */
export function hashOf(inline: string): string {
  return createHash('sha256').update(inline).digest('base64')
}
