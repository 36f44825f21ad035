import { createECDH, createHmac } from 'node:crypto'
import webPush from 'web-push'
import type { Pusher } from '#core/push.ts'
import { postOutside } from './outgoing.ts'

/**
 * Returns a Web Push client (RFC 8030) that encrypts each payload for one browser (RFC 8291). The VAPID key is derived
 * from AUTH_SECRET, so instances share it, and it changes with the secret.
 * @param contact `mailto:` or `https:` address for the push service's operators
 */
export function openPusher(authSecret: string, contact: string, post: typeof postOutside = postOutside): Pusher {
  const vapidDetails = { subject: contact, ...vapidKeys(authSecret) }
  return {
    publicKey: vapidDetails.publicKey,
    async send({ endpoint, p256dh, auth }, { text, topic, ttl }) {
      let request: webPush.RequestDetails & { body: Buffer }
      try {
        const options = { vapidDetails, TTL: ttl, topic, urgency: 'normal' as const }
        request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, options)
      } catch {
        // The key is not a point on the curve, so no message could ever be decrypted.
        return 'gone'
      }
      const status = await post(endpoint, request.headers, request.body)
      if (status >= 200 && status < 300) return 'sent'
      if (status === 404 || status === 410) return 'gone'
      throw new Error(`the push service answered ${status}`)
    },
  }
}

export function contactOf({ baseUrl, contactEmail }: { baseUrl: string; contactEmail: string | undefined }): string {
  if (contactEmail) return `mailto:${contactEmail}`
  return baseUrl.startsWith('https:') ? baseUrl : `mailto:no-reply@${new URL(baseUrl).hostname}`
}

/** Returns a P-256 key pair in base64url; skips the few numbers that aren't valid keys. */
function vapidKeys(authSecret: string): { publicKey: string; privateKey: string } {
  const curve = createECDH('prime256v1')
  for (let turn = 0; ; turn++) {
    const scalar = createHmac('sha256', authSecret).update(`push ${turn}`).digest()
    try {
      curve.setPrivateKey(scalar)
      return { publicKey: curve.getPublicKey('base64url'), privateKey: scalar.toString('base64url') }
    } catch {}
  }
}
