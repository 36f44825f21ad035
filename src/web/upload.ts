import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from './api.ts'
import { ApiError, Offline } from './errors.ts'
import { notify } from './notifications.ts'
import { holdFile, takeReturned } from './outbox/held.ts'
import { canKeep } from './outbox/key.ts'
import { text } from './text.ts'

export type Upload = {
  name: string
  /** Bytes. */
  size: number
  kind: 'image' | 'video' | 'audio' | 'other'
  previewUrl: string
  state: 'sending' | 'sent' | 'failed'
  sent: number
  /** The address to post, once it is sent. */
  fileUrl?: string
  /** No signal: `fileUrl` stands for the file until it goes out with what names it. */
  held?: boolean
  error?: string
}

/** Above so many bytes a file goes in pieces: a cut costs little then. */
const largeBytes = 5 * 1024 * 1024

/**
 * Sends one file at a time and says how far it is: pick, stop or remove, retry.
 * @param hold for a form whose post can wait for the signal, the field that names the file: one that can't be sent is held
 * back, and one that comes back from the outbox is there at once
 */
export function useUpload(hold?: string) {
  const [upload, setUpload] = useState<Upload | null>(null)
  const file = useRef<File | null>(null)
  const sending = useRef<AbortController | null>(null)

  const send = useCallback(
    async (picked: File) => {
      const abort = new AbortController()
      sending.current = abort
      const change = (part: Partial<Upload>) => {
        if (!abort.signal.aborted) setUpload((now) => now && { ...now, ...part })
      }
      try {
        const fileUrl = await uploadFile(picked, (sent) => change({ sent }), abort.signal)
        change({ state: 'sent', sent: picked.size, fileUrl })
      } catch (error) {
        if (hold && error instanceof Offline && canKeep())
          return change({ state: 'sent', sent: 0, fileUrl: holdFile(picked), held: true, error: error.message })
        change({ state: 'failed', error: error instanceof Error ? error.message : String(error) })
      }
    },
    [hold],
  )

  const remove = useCallback(() => {
    sending.current?.abort()
    setUpload((now) => {
      if (now) URL.revokeObjectURL(now.previewUrl)
      return null
    })
  }, [])

  const pick = useCallback(
    (picked: File) => {
      remove()
      file.current = picked
      setUpload({
        name: picked.name,
        size: picked.size,
        kind: kindOf(picked.type),
        previewUrl: URL.createObjectURL(picked),
        state: 'sending',
        sent: 0,
      })
      void send(picked)
    },
    [remove, send],
  )

  const retry = useCallback(() => {
    if (!file.current) return
    setUpload(
      (now) =>
        now && {
          name: now.name,
          size: now.size,
          kind: now.kind,
          previewUrl: now.previewUrl,
          state: 'sending',
          sent: 0,
        },
    )
    void send(file.current)
  }, [send])

  useEffect(() => {
    const back = hold && takeReturned(hold)
    if (back) pick(back)
    return remove
  }, [hold, pick, remove])
  return { upload, pick, remove, retry }
}

/** What a file is by the prefix of its content type (spec §2). */
export function kindOf(contentType: string): Upload['kind'] {
  const prefix = contentType.split('/')[0]
  return prefix === 'image' || prefix === 'video' || prefix === 'audio' ? prefix : 'other'
}

type Address = Awaited<ReturnType<typeof api.upload.create>>
/** Where what has been begun goes on. */
const begun = new WeakMap<File, Address>()

/**
 * Asks for an address, then sends the bytes there (spec §7): at once, or in pieces what is large or was begun before. Rejects
 * with ApiError, Offline, or AbortError once stopped; called again with the same file it goes on.
 */
export async function uploadFile(file: File, onSent: (bytes: number) => void, signal?: AbortSignal): Promise<string> {
  const before = begun.get(file)
  const address = before ?? (await addressFor(file, signal))
  begun.set(file, address)
  try {
    if (address.resumeUrl && (before || file.size > largeBytes)) {
      const { sendPieces, sourceOf } = await import('./pieces.ts').catch(() => {
        throw new Offline()
      })
      await sendPieces(address.resumeUrl, sourceOf(file), onSent, signal)
    } else await putFile(address.uploadUrl, file, onSent, signal)
  } catch (error) {
    // Refused: another try begins anew.
    if (error instanceof ApiError && error.status < 500) begun.delete(file)
    throw error
  }
  return address.fileUrl
}

/** Where the server takes the rest of a file that has been begun. */
export function placeOf(file: File): { fileUrl: string; resumeUrl: string } | undefined {
  const { fileUrl, resumeUrl } = begun.get(file) ?? {}
  return fileUrl && resumeUrl ? { fileUrl, resumeUrl } : undefined
}

async function addressFor({ name, type, size }: File, signal: AbortSignal | undefined): Promise<Address> {
  const address = await api.upload.create({ filename: name, contentType: type, size }, { signal })
  if (address.note) notify.info(address.note, { timeout: false })
  return address
}

/** PUTs the bytes of a file and says how many have gone. Rejects with ApiError, Offline, or AbortError once stopped. */
export function putFile(
  uploadUrl: string,
  file: File,
  onSent: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', uploadUrl)
    request.setRequestHeader('content-type', file.type)
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
