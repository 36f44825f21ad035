import { api } from '../api.ts'
import { ApiError, logFailure, Offline } from '../errors.ts'
import { notify } from '../notifications.ts'
import { makeSmall } from '../shrink/file.ts'
import { text } from '../text.ts'

/** Larger files are sent in pieces, so that an interruption costs little. */
const largeBytes = 1024 * 1024

type Address = Awaited<ReturnType<typeof api.upload.create>>
/** Uploads that can be continued. */
const startedUploads = new WeakMap<File, Address>()

/**
 * Sends a file to an address it requests first (spec 22.6), in pieces if it is large or was begun before. Returns the
 * address to post. Rejects with ApiError, Offline, or AbortError once stopped; calling it again continues.
 * @param onNote is called with advice about this kind of file
 */
export async function uploadFile(
  file: File,
  onSent: (bytes: number) => void,
  signal?: AbortSignal,
  onNote = (note: string): void => void notify.info(note, { timeout: false }),
): Promise<string> {
  const before = startedUploads.get(file)
  const address = before ?? (await addressFor(file, signal))
  startedUploads.set(file, address)
  if (!before && address.note) onNote(address.note)
  try {
    if (address.resumeUrl && (before || file.size > largeBytes)) {
      const { sendPieces, sourceOf } = await import('./pieces.ts').catch(() => {
        throw new Offline()
      })
      await sendPieces(address.resumeUrl, sourceOf(file), onSent, signal)
    } else await putFile(address.uploadUrl, file, onSent, signal)
  } catch (error) {
    // The server refused the upload, so the next attempt starts again from the beginning.
    if (error instanceof ApiError && error.status < 500) startedUploads.delete(file)
    throw error
  }
  return address.fileUrl
}

/** Makes a picture within a text smaller and sends it. Returns its address. */
export async function uploadPicture(file: File): Promise<string> {
  const { file: smaller } = await makeSmall(file, () => {}, new AbortController().signal)
  return uploadFile(smaller, () => {}).catch((error: unknown) => {
    logFailure('Upload failed', error)
    throw error
  })
}

/** Records where to continue the upload of a file that was begun elsewhere. */
export function continueAt(file: File, place: { fileUrl: string; resumeUrl: string }): void {
  startedUploads.set(file, { ...place, uploadUrl: place.resumeUrl })
}

/** Returns where to continue the upload of a file, or undefined if none was begun or it can't be continued. */
export function placeOf(file: File): { fileUrl: string; resumeUrl: string } | undefined {
  const { fileUrl, resumeUrl } = startedUploads.get(file) ?? {}
  return fileUrl && resumeUrl ? { fileUrl, resumeUrl } : undefined
}

async function addressFor(file: File, signal: AbortSignal | undefined): Promise<Address> {
  const { name, size } = file
  const head = await headOf(file)
  // The server refuses these characters in every field, and nobody can see or type them.
  const filename = name.toWellFormed().replace(/\p{Cc}+/gu, ' ')
  return api.upload.create({ filename, contentType: typeOf(file), size, head }, { signal })
}

/** Returns the declared type of a file. Some systems declare none; a signed upload address needs one. */
function typeOf({ type }: File): string {
  return type || 'application/octet-stream'
}

/** Bytes by which the site tells the type of a file. */
const headBytes = 4_100

/** Returns the first bytes of a file in base64. */
export async function headOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  return btoa(String.fromCharCode(...bytes))
}

/** PUTs a file and reports the bytes sent. Rejects with ApiError, Offline, or AbortError once stopped. */
export function putFile(
  uploadUrl: string,
  file: File,
  onSent: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', uploadUrl)
    request.setRequestHeader('content-type', typeOf(file))
    request.upload.onprogress = (event) => onSent(event.loaded)
    request.onerror = () => reject(new Offline())
    request.onload = () => (request.status < 300 ? resolve() : reject(refusalOf(request)))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.onabort = () => reject(new DOMException('stopped', 'AbortError'))
    request.send(file)
  })
}

function refusalOf(request: XMLHttpRequest): ApiError {
  try {
    const { error, code } = JSON.parse(request.responseText) as { error: string; code: string }
    return new ApiError(request.status, code, error)
  } catch {
    return new ApiError(request.status, 'unknown', text.notSent)
  }
}
