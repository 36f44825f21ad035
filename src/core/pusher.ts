/** A browser's push endpoint and its keys (RFC 8291), in base64url. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

/** A message replaces one with the same `topic` that still waits at the push service. `ttl` is in seconds. */
export type PushMessage = { text: string; topic: string; ttl: number }

/** Sends push messages. Only jobs use it: operations call `queuePush`. */
export type Pusher = {
  /** The site's VAPID key (RFC 8292) in base64url, for subscribing. */
  publicKey: string
  /**
   * Returns `gone` if the subscription no longer exists. Throws if the push service didn't accept the message; the job
   * then retries.
   */
  send(target: PushTarget, message: PushMessage): Promise<'sent' | 'gone'>
}
