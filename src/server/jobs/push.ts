import { createECDH, createHmac } from 'node:crypto'
import { lookup } from 'node:dns'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ip from 'ipaddr.js'
import webPush from 'web-push'
import type { Pusher } from '#core/pusher.ts'

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

const patienceMs = 4_000
const refused = () => new Error('that address is not on the public internet')

export function isPublic(address: string): boolean {
  return ip.isValid(address) && ip.process(address).range() === 'unicast'
}

/**
 * POSTs to an https address given by a user and returns the status; ignores the body and follows no redirects. Rejects
 * after 4 s, or if the address isn't https or leads to a private network.
 */
export async function postOutside(address: string, headers: Record<string, string>, body: Buffer): Promise<number> {
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:') throw new Error('only https addresses are allowed')
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !isPublic(host)) throw refused()
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(patienceMs)
    const clientRequest = request(address, { method: 'POST', headers, signal, lookup: lookupPublic })
    clientRequest.on('error', reject)
    clientRequest.on('response', (answer) => {
      resolve(answer.statusCode ?? 0)
      answer.destroy()
    })
    clientRequest.end(body)
  })
}

/** Checks the addresses that are then connected to: a second lookup could return others. */
const lookupPublic: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, [])
    if (!addresses.every(({ address }) => isPublic(address))) return done(refused(), [])
    if (options.all) return done(null, addresses)
    const [first] = addresses
    done(null, first?.address ?? '', first?.family)
  })
}
