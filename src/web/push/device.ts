import { api } from '../api.ts'
import { readUser } from '../session.ts'

/**
 * How this device stands to push notifications: `install`, an iPhone takes them for a site on its home screen alone;
 * `blocked`, the browser was told never to ask; `unanswered`, it asked and was sent away.
 */
export type PushState = 'unsupported' | 'install' | 'blocked' | 'unanswered' | 'off' | 'on'

/** The account that turned them on here: its next session here goes on with them, until it signs out. */
const noteName = 'push'
/** So long the browser may take to set up its worker. */
const patienceMs = 10_000

/** Asks the browser and the server; either may have ended it. */
export async function readPush(): Promise<PushState> {
  const manager = await pushManager()
  if (!manager) return needsInstall() ? 'install' : 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const { publicKey, on } = await api.account.push({})
  const subscription = await manager.getSubscription()
  return on && subscription && isFor(subscription, publicKey) ? 'on' : 'off'
}

/** Asks the person, if they were never asked, then subscribes. Rejects when the browser's push service can't be reached. */
export async function turnOnPush(): Promise<PushState> {
  if (!('Notification' in window)) return readPush()
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'unanswered'
  await subscribe()
  return 'on'
}

export async function turnOffPush(): Promise<PushState> {
  localStorage.removeItem(noteName)
  const subscription = await (await pushManager())?.getSubscription()
  await subscription?.unsubscribe()
  await api.account.stopPush({})
  return 'off'
}

/** Puts right what ended behind our back: the browser's subscription, the session, or the site's key. */
export async function settlePush(): Promise<void> {
  if (localStorage.getItem(noteName) !== readUser()?.id || (await readPush()) !== 'off') return
  if (Notification.permission === 'granted') await subscribe()
}

async function subscribe(): Promise<void> {
  const [manager, { publicKey }] = await Promise.all([pushManager(), api.account.push({})])
  if (!manager) throw new Error('this browser receives none')
  const before = await manager.getSubscription()
  if (before && !isFor(before, publicKey)) await before.unsubscribe()
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  await api.account.startPush({ endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } })
  localStorage.setItem(noteName, readUser()?.id ?? '')
}

async function pushManager(): Promise<PushManager | undefined> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return undefined
  // Set up with the first page; never, where storage is refused.
  const worker = await Promise.race([navigator.serviceWorker.ready, pause(patienceMs)])
  return worker?.pushManager
}

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms))
}

function needsInstall(): boolean {
  return /iPhone|iPad/.test(navigator.userAgent) && !matchMedia('(display-mode: standalone)').matches
}

function isFor(subscription: PushSubscription, publicKey: string): boolean {
  const key = subscription.options.applicationServerKey
  return key !== null && String(new Uint8Array(key)) === String(bytesOf(publicKey))
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const letters = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
}
