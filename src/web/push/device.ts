import { pause } from '#core/concurrency/pause.ts'
import { fromBase64Url } from '#src/offline/token.ts'
import { api } from '../api.ts'
import { readUser } from '../session/session.ts'
import { local } from '../storage.ts'

/**
 * State of push notifications on this device. `install`: an iPhone accepts them only for a site on its home screen;
 * `blocked`: the permission is denied; `unanswered`: the question was dismissed.
 */
export type PushState = 'unsupported' | 'install' | 'blocked' | 'unanswered' | 'off' | 'on'

/**
 * Key in local storage of the account that turned notifications on here. They continue in its next session, until it
 * logs out.
 */
const noteName = 'push'
/** ms to wait for the browser to start its worker. */
const patienceMs = 10_000

/** Returns the state according to the browser and the server, because either may have ended the subscription. */
export async function readPush(): Promise<PushState> {
  const manager = await pushManager()
  if (!manager) return needsInstall() ? 'install' : 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const { publicKey, on } = await api.account.push({})
  const subscription = await manager.getSubscription()
  return on && subscription && isFor(subscription, publicKey) ? 'on' : 'off'
}

/** Asks for permission if necessary, then subscribes. Rejects if the browser's push service can't be reached. */
export async function turnOnPush(): Promise<PushState> {
  if (!('Notification' in window)) return readPush()
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'unanswered'
  await subscribe()
  return 'on'
}

export async function turnOffPush(): Promise<PushState> {
  local.write(noteName, null)
  const subscription = await (await pushManager())?.getSubscription()
  await subscription?.unsubscribe()
  await api.account.stopPush({})
  return 'off'
}

/** Subscribes again if the browser's subscription, the session or the site's key changed. */
export async function settlePush(): Promise<void> {
  if (local.read(noteName) !== readUser()?.id || (await readPush()) !== 'off') return
  if (Notification.permission === 'granted') await subscribe()
}

async function subscribe(): Promise<void> {
  const [manager, { publicKey }] = await Promise.all([pushManager(), api.account.push({})])
  if (!manager) throw new Error('this browser has no push notifications')
  const before = await manager.getSubscription()
  if (before && !isFor(before, publicKey)) await before.unsubscribe()
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  await api.account.startPush({ endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } })
  local.write(noteName, readUser()?.id ?? '')
}

async function pushManager(): Promise<PushManager | undefined> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return undefined
  // The worker starts with the first page, or never if storage is refused.
  const worker = await Promise.race([navigator.serviceWorker.ready, pause(patienceMs)])
  return worker?.pushManager
}

function needsInstall(): boolean {
  return /iPhone|iPad/.test(navigator.userAgent) && !matchMedia('(display-mode: standalone)').matches
}

function isFor(subscription: PushSubscription, publicKey: string): boolean {
  const key = subscription.options.applicationServerKey
  return key !== null && String(new Uint8Array(key)) === String(bytesOf(publicKey))
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(fromBase64Url(base64url), (letter) => letter.charCodeAt(0))
}
