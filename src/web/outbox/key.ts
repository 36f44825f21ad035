import { api } from '../api.ts'
import { readToken, readUser } from '../session.ts'

// The key that locks what waits on this device. It lies beside the token and goes with it: after that nobody reads what
// waits, until the same account signs in here again and the server gives it the same key.

const name = 'deviceKey'
let opened: { raw: string; key: Promise<CryptoKey> } | undefined

/** Whether anything can be kept here now: a secure page, and an account whose key has come. */
export function canKeep(): boolean {
  return typeof crypto !== 'undefined' && crypto.subtle !== undefined && storedKey() !== null
}

/** The key of who is signed in. Rejects where `canKeep` is false. */
export function deviceKey(): Promise<CryptoKey> {
  const raw = storedKey()
  if (!raw) return Promise.reject(new Error('no key'))
  if (opened?.raw !== raw) opened = { raw, key: importKey(raw) }
  return opened.key
}

/** Asks for the key once per sign-in, while there is signal. */
export async function fetchDeviceKey(): Promise<void> {
  const account = readUser()?.id
  if (!account || !crypto.subtle || storedKey()) return
  const { key } = await api.account.deviceKey({})
  // Who signed out meanwhile leaves nothing behind.
  if (readUser()?.id === account && readToken()) localStorage.setItem(name, JSON.stringify({ account, key }))
}

function storedKey(): string | null {
  try {
    const { account, key } = JSON.parse(localStorage.getItem(name) ?? '{}') as { account?: string; key?: string }
    return key && account === readUser()?.id ? key : null
  } catch {
    return null
  }
}

function importKey(raw: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(atob(raw), (char) => char.charCodeAt(0))
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}
