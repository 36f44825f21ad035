import { createContext } from 'react-router'
import type { ApiOf, CallOptions, ChangedFrom, Manifest, Method } from '#core/operation.ts'
import { sendWithProof } from '#src/offline/proof-of-work/send.ts'
import { fetchFromSite } from '#src/offline/site-answer.ts'
import type { Operations } from '#src/operations.ts'
import { ApiError, Offline } from './errors.ts'
import { withRecentSignIn } from './session/recent-sign-in.ts'
import { leave, readToken } from './session/session.ts'

/** The typed client of every operation, with two transports: fetch in the browser, in process on the server. */
export type Api = ApiOf<Operations>

/** The in-process client for a page's `loader`: `context.get(apiContext).article.list({})`. */
export const apiContext = createContext<Api>()

declare const __API__: Manifest

/** The client over fetch. Throws ApiError for a refusal and Offline if the server can't be reached. */
export const api = browserApi(typeof __API__ === 'undefined' ? {} : __API__)

function browserApi(rows: Manifest): Api {
  return Object.fromEntries(
    Object.entries(rows).map(([room, operations]) => [
      room,
      Object.fromEntries(
        Object.entries(operations).map(([name, [method, path]]) => [
          name,
          (input: Record<string, unknown>, options?: CallOptions) => request(method, path, input, options),
        ]),
      ),
    ]),
  ) as unknown as Api
}

/** Returns a random key; `randomUUID` is missing on plain http. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns a UUIDv7, like all ids of the site. `crypto.randomUUID` is missing on plain http. */
export function newUuid(): string {
  const hex = newKey()
  const time = Date.now().toString(16).padStart(12, '0')
  const variant = (8 + (Number.parseInt(hex.charAt(16), 16) & 3)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}

type Options = CallOptions & Partial<ChangedFrom>

/**
 * Sends a request. If the server asks people to confirm that it's them, the request is sent again afterwards with the
 * same key.
 */
function request(method: Method, path: string, input: Record<string, unknown> = {}, options: Options = {}) {
  const idempotencyKey = method === 'POST' ? (options.idempotencyKey ?? newKey()) : undefined
  return withRecentSignIn(() => send(method, path, input, { ...options, ...(idempotencyKey && { idempotencyKey }) }))
}

async function send(method: Method, path: string, input: Record<string, unknown>, options: Options) {
  const rest = { ...input }
  const address = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]))
    delete rest[name]
    return value
  })
  const token = readToken()
  const headers = new Headers()
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  if (options.changedFrom) headers.set('if-match', `"${options.changedFrom}"`)
  const init: RequestInit = { method, headers, signal: options.signal ?? null, keepalive: options.keepalive ?? false }
  if (method !== 'GET') {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(rest)
  }
  const ask = () => fetchFromSite(`/api${address}${method === 'GET' ? query(rest) : ''}`, init)
  const response = await sendWithProof(ask, headers).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new Offline()
  })
  if (response.ok) return response.json()
  // A refused or expired token ends the session on this device (spec 3.3); a refused login does not.
  if (response.status === 401 && token && token === readToken()) leave('refused')
  throw await ApiError.of(response)
}

function query(fields: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null || value === '') continue
    for (const item of Array.isArray(value) ? value : [value])
      search.append(name, typeof item === 'object' ? JSON.stringify(item) : String(item))
  }
  const text = search.toString()
  return text && `?${text}`
}
