import { Hono } from 'hono'
import type { Site } from '#core/context.ts'

const day = 24 * 60 * 60 * 1000

/** Serves `/.well-known/`: security.txt (RFC 9116) and change-password (W3C). */
export function wellKnownApp(site: Pick<Site, 'baseUrl' | 'contactEmail'>): Hono {
  const app = new Hono()
  app.get('/.well-known/security.txt', (c) => {
    const { baseUrl, contactEmail } = site
    const contact = contactEmail ? `mailto:${contactEmail}` : `${baseUrl}/contact`
    // The date is computed for each request, so that it doesn't pass while the site is online.
    const expires = new Date(Math.ceil(Date.now() / day) * day + 180 * day)
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en, sw',
      `Canonical: ${baseUrl}/.well-known/security.txt`,
    ]
    return c.text(`${lines.join('\n')}\n`, 200, { 'cache-control': 'public, max-age=86400' })
  })
  app.get('/.well-known/change-password', (c) => c.redirect('/settings', 302))
  return app
}
