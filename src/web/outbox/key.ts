import { api } from '../api.ts'
import { readToken, readUser } from '../session/session.ts'
import { local } from '../storage.ts'
import { isRefused } from './storage-refused.ts'

// The key that encrypts the outbox. It is stored beside the token and removed with it; the items can't be read until
// the same account logs in here again and gets the same key from the server.

const name = 'deviceKey'
/** The key of a guest, which stays when no session is stored. */
const guestName = 'guestKey'
let fetching: { account: string; done: Promise<void> } | undefined
let cachedKey: { raw: string; key: Promise<CryptoKey> } | undefined

/** Returns whether items can be stored now, which requires a secure page, storage and the account's key. */
export function canStore(): boolean {
  return !isRefused() && typeof crypto !== 'undefined' && crypto.subtle !== undefined && storedKey() !== null
}

/** Returns the key of the signed-in account. Rejects if the key isn't stored here. */
export function deviceKey(): Promise<CryptoKey> {
  const raw = storedKey()
  if (!raw) return Promise.reject(new Error('no key'))
  if (cachedKey?.raw !== raw) cachedKey = { raw, key: importKey(raw) }
  return cachedKey.key
}

/** Fetches the key once per login, while there is signal. */
export async function fetchDeviceKey(): Promise<void> {
  const account = readUser()?.id
  if (!account || !crypto.subtle || storedKey()) return
  if (fetching?.account !== account) {
    const done = fetchFor(account).finally(() => {
      if (fetching?.account === account) fetching = undefined
    })
    fetching = { account, done }
  }
  return fetching.done
}

async function fetchFor(account: string): Promise<void> {
  const { key } = await api.account.deviceKey({})
  // Nothing is stored if the account has logged out in the meantime.
  if (readUser()?.id === account && readToken()) local.write(name, JSON.stringify({ account, key }))
}

/** Makes a key for a guest, so that a form can store files on this device until they are sent. */
export function makeGuestKey(): void {
  if (readUser() || storedKey()) return
  local.write(guestName, btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)))))
}

function storedKey(): string | null {
  const account = readUser()?.id
  if (!account) return local.read(guestName)
  const stored = local.readJson<{ account?: string; key?: string }>(name)
  return stored?.key && stored.account === account ? stored.key : null
}

function importKey(raw: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(atob(raw), (char) => char.charCodeAt(0))
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}
