import { fetchFromSite } from '#src/offline/site-answer.ts'
import { ApiError, Offline } from './errors.ts'
import { withRecentSignIn } from './session/recent-sign-in.ts'
import { leave, readToken } from './session/session.ts'

/**
 * Downloads the API's answer at `path` as a file. A plain link can't do that, because the page cookie isn't accepted by
 * the API.
 */
export function download(path: string, fileName: string): Promise<void> {
  return withRecentSignIn(() => fetchFile(path, fileName))
}

async function fetchFile(path: string, fileName: string): Promise<void> {
  const token = readToken()
  const headers = token ? { authorization: `Bearer ${token}` } : undefined
  const response = await fetchFromSite(`/api${path}`, { ...(headers && { headers }) }).catch(() => {
    throw new Offline()
  })
  if (response.status === 401 && token === readToken()) leave('refused')
  if (!response.ok) throw await ApiError.of(response)
  const file = await response.blob().catch(() => {
    throw new Offline() // The connection broke during the download.
  })
  saveFile(file, fileName)
}

/** Makes the browser save a file. */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The download has to start before the address is revoked.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
