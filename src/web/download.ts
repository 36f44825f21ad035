import { ApiError, Offline } from './errors.ts'
import { leave, readToken } from './session.ts'

/** Saves what the API answers at `path` as a file; the page cookie does not open the API, so a plain link can't. */
export async function download(path: string, fileName: string): Promise<void> {
  const token = readToken()
  const response = await fetch(`/api${path}`, { headers: { authorization: `Bearer ${token}` } }).catch(() => {
    throw new Offline()
  })
  if (response.status === 401 && token === readToken()) leave('refused')
  if (!response.ok) throw await ApiError.of(response)
  const address = URL.createObjectURL(
    await response.blob().catch(() => {
      throw new Offline() // it broke off on the way
    }),
  )
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser has to have begun before the address goes.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
