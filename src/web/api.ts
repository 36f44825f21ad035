import { createContext } from 'react-router'
import type { ApiOf, CallOptions, Manifest, Method } from '#core/operation.ts'
import type { Operations } from '#src/operations.ts'
import { ApiError, Offline } from './errors.ts'
import { leave, readToken } from './session.ts'

/** The typed client of every operation. One type, two transports: fetch in the browser, in process on the server. */
export type Api = ApiOf<Operations>

/** The in-process client that a page's `loader` uses: `context.get(apiContext).article.list({})`. */
export const apiContext = createContext<Api>()

declare const __API__: Manifest

/** The client over fetch. Throws ApiError for a refusal and Offline when the server can't be reached. */
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

/** A key that no other request has; `randomUUID` is missing on plain http. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function request(method: Method, path: string, input: Record<string, unknown> = {}, options: CallOptions = {}) {
  const rest = { ...input }
  const address = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]))
    delete rest[name]
    return value
  })
  const token = readToken()
  const headers = new Headers()
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (method === 'POST') headers.set('idempotency-key', options.idempotencyKey ?? newKey())
  if (options.changedFrom) headers.set('if-match', `"${options.changedFrom}"`)
  const init: RequestInit = { method, headers, signal: options.signal ?? null }
  if (method !== 'GET') {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(rest)
  }
  const response = await fetch(`/api${address}${method === 'GET' ? query(rest) : ''}`, init).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new Offline()
  })
  if (response.ok) return response.json()
  // A refused token ends the session on this device (spec §8); a refused sign-in does not.
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
