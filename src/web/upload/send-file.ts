import { isOfSite } from '#src/offline/site-answer.ts'
import { api } from '../api.ts'
import { ApiError, logFailure, Offline, refusalIn } from '../errors.ts'
import { makeSmall } from '../shrink/file.ts'

/** Larger files are sent in pieces, so that an interruption costs little. */
const largeBytes = 1024 * 1024

type Address = Awaited<ReturnType<typeof api.upload.create>>
/** Asks the site where to send a file. */
export type Register = typeof api.upload.create
/** The site's answers about a file while it is sent: the kind recognized by its bytes, and advice. */
type FileFacts = Pick<Address, 'kind' | 'note'>
/** Uploads that can be continued. */
const startedUploads = new WeakMap<File, Address>()

type UploadOptions = {
  /** Called with what the site says about the file. */
  onFacts?: (facts: FileFacts) => void
  onSent?: (bytes: number) => void
  signal?: AbortSignal
  /** By default, the file is registered as one of the signed-in member. */
  register?: Register | undefined
}

/**
 * Requests an address and sends the bytes there (spec 22.6), in pieces if the file is large or was begun before.
 * Rejects with ApiError, Offline, or AbortError once stopped; calling it again continues.
 */
export async function uploadFile(file: File, options: UploadOptions): Promise<string> {
  const { onFacts = () => {}, onSent = () => {}, signal, register } = options
  const before = startedUploads.get(file)
  const address = before ?? (await addressFor(file, file, signal, register))
  startedUploads.set(file, address)
  const { kind, note } = address
  onFacts({ ...(kind && { kind }), ...(note && { note }) })
  try {
    if (address.resumeUrl && (before || file.size > largeBytes)) {
      const { sendPieces, sourceOf } = await import('./pieces.ts').catch(() => {
        throw new Offline()
      })
      onFacts(await sendPieces(address.resumeUrl, sourceOf(file), onSent, signal))
    } else onFacts(await putFile(address.uploadUrl, file, onSent, signal))
  } catch (error) {
    // The server refused the upload, so the next attempt starts again from the beginning.
    if (error instanceof ApiError && error.status < 500) startedUploads.delete(file)
    throw error
  }
  return address.fileUrl
}

/** Makes a picture within a text smaller and sends it. Returns its address, and advice about this kind of picture. */
export async function uploadPicture(file: File): Promise<{ src: string; note?: string }> {
  const { file: smaller } = await makeSmall(file, () => {}, new AbortController().signal)
  const facts: FileFacts = {}
  try {
    const src = await uploadFile(smaller, { onFacts: (more) => Object.assign(facts, more) })
    return { src, ...(facts.note && { note: facts.note }) }
  } catch (error) {
    logFailure('Upload failed', error)
    throw error
  }
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

/**
 * Registers a file and returns where to send it. Rejects with ApiError if the site refuses it by its first bytes.
 * @param content the file, or at least its first `headBytes`
 */
export async function addressFor(
  file: Pick<File, 'name' | 'type' | 'size'>,
  content: Blob,
  signal?: AbortSignal,
  register: Register = api.upload.create,
): Promise<Address> {
  const { name, size } = file
  const head = await headOf(content)
  return register({ filename: name, contentType: typeOf(file), size, head }, { signal })
}

/**
 * Returns the declared type of a file, or a general type if the system declares none, because a signed upload address
 * needs one.
 */
function typeOf({ type }: Pick<File, 'type'>): string {
  return type || 'application/octet-stream'
}

/** Number of bytes from which the site recognizes the type of a file. */
export const headBytes = 4_100

/** Returns the first bytes of a file in base64. */
async function headOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  return btoa(String.fromCharCode(...bytes))
}

/**
 * PUTs a file and reports the bytes sent. Returns what the site answers about it. Rejects with ApiError, Offline, or
 * AbortError once stopped.
 */
export function putFile(
  uploadUrl: string,
  file: File,
  onSent: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<FileFacts> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', uploadUrl)
    request.setRequestHeader('content-type', typeOf(file))
    request.upload.onprogress = (event) => onSent(event.loaded)
    request.onerror = () => reject(new Offline())
    request.onload = () => {
      const isBucket = new URL(uploadUrl, location.href).origin !== location.origin
      if (!isBucket && !isOfSite((name) => request.getResponseHeader(name))) reject(new Offline())
      else if (request.status < 300) resolve(factsIn(request))
      else reject(refusalIn(request.status, request.responseText))
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.onabort = () => reject(new DOMException('stopped', 'AbortError'))
    request.send(file)
  })
}

function factsIn(request: XMLHttpRequest): FileFacts {
  try {
    const { kind } = JSON.parse(request.responseText) as FileFacts
    return kind ? { kind } : {}
  } catch {
    // A bucket answers with an empty body.
    return {}
  }
}
