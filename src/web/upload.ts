import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from './api.ts'
import { ApiError, Offline } from './errors.ts'
import { notify } from './notifications.ts'
import { holdFile, takeReturned } from './outbox/held.ts'
import { canKeep } from './outbox/key.ts'
import { isSmallAlready, makeSmall } from './small/file.ts'
import { text } from './text.ts'

export type Upload = {
  name: string
  /** Bytes of what goes. */
  size: number
  /** Bytes of what was chosen, where what goes has been made smaller. */
  from?: number
  /** How much of that is done, from 0 to 1, while it goes on. */
  making?: number | undefined
  /** It stays large: this browser can't make it small. */
  unable?: true
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
 * @param whole for what an archive keeps: pictures and videos are made small only where the member says so
 */
export function useUpload(hold?: string, whole = false) {
  const [original, setOriginal] = useState(whole)
  const [upload, setUpload] = useState<Upload | null>(null)
  const file = useRef<File | null>(null)
  const sending = useRef<AbortController | null>(null)

  const send = useCallback(
    async (picked: File, original: boolean) => {
      const abort = new AbortController()
      sending.current = abort
      const change = (part: Partial<Upload>) => {
        if (!abort.signal.aborted) setUpload((now) => now && { ...now, ...part })
      }
      let going = picked
      try {
        if (!original) {
          const { file, ...made } = await makeSmall(picked, (making) => change({ making }), abort.signal)
          going = file
          const { name, size } = file
          change({ making: undefined, name, size, ...(file !== picked && { from: picked.size }), ...made })
        }
        const fileUrl = await uploadFile(going, (sent) => change({ sent }), abort.signal)
        change({ state: 'sent', sent: going.size, fileUrl })
      } catch (error) {
        if (hold && error instanceof Offline && canKeep())
          return change({ state: 'sent', sent: 0, fileUrl: holdFile(going), held: true, error: error.message })
        change({ state: 'failed', error: error instanceof Error ? error.message : String(error) })
      }
    },
    [hold],
  )

  const remove = useCallback(() => {
    sending.current?.abort()
    file.current = null
    setUpload((now) => {
      if (now) URL.revokeObjectURL(now.previewUrl)
      return null
    })
  }, [])

  const start = useCallback(
    (picked: File, original: boolean) => {
      remove()
      file.current = picked
      const { name, size } = picked
      const kind = kindOf(picked.type)
      const shrinks = !original && (kind === 'image' || kind === 'video')
      const previewUrl = URL.createObjectURL(picked)
      setUpload({ name, size, kind, previewUrl, state: 'sending', sent: 0, ...(shrinks && { making: 0 }) })
      void send(picked, original)
    },
    [remove, send],
  )

  const pick = useCallback((picked: File) => start(picked, original), [start, original])

  const retry = useCallback(() => {
    if (file.current) start(file.current, original)
  }, [start, original])

  /** What was chosen is sent anew, as it then is. */
  function chooseOriginal(chosen: boolean) {
    setOriginal(chosen)
    if (file.current) start(file.current, chosen)
  }

  useEffect(() => {
    const back = hold && takeReturned(hold)
    if (back) {
      isSmallAlready(back)
      start(back, false)
    }
    return remove
  }, [hold, start, remove])
  return { upload, pick, remove, retry, original, onOriginal: chooseOriginal }
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

/** Sends a picture that stands within a text, made small. */
export async function uploadPicture(file: File): Promise<string> {
  const { file: going } = await makeSmall(file, () => {}, new AbortController().signal)
  return uploadFile(going, () => {})
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
