import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from './api.ts'
import { ApiError, Offline } from './errors.ts'
import { notify } from './notifications.ts'
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
  error?: string
}

/**
 * Sends one file at a time and says how far it is: pick, stop or remove, retry.
 * @param existing the address of a file that is there already
 */
export function useUpload() {
  const [upload, setUpload] = useState<Upload | null>(null)
  const file = useRef<File | null>(null)
  const sending = useRef<AbortController | null>(null)

  const send = useCallback(async (picked: File) => {
    const abort = new AbortController()
    sending.current = abort
    const change = (part: Partial<Upload>) => {
      if (!abort.signal.aborted) setUpload((now) => now && { ...now, ...part })
    }
    try {
      const fileUrl = await uploadFile(picked, (sent) => change({ sent }), abort.signal)
      change({ state: 'sent', sent: picked.size, fileUrl })
    } catch (error) {
      change({ state: 'failed', error: error instanceof Error ? error.message : String(error) })
    }
  }, [])

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

  useEffect(() => remove, [remove])
  return { upload, pick, remove, retry }
}

/** What a file is by the prefix of its content type (spec §2). */
export function kindOf(contentType: string): Upload['kind'] {
  const prefix = contentType.split('/')[0]
  return prefix === 'image' || prefix === 'video' || prefix === 'audio' ? prefix : 'other'
}

/** Asks for an address, then PUTs the bytes there (spec §7); fetch can't tell how far an upload is, so XMLHttpRequest. */
export async function uploadFile(file: File, onSent: (bytes: number) => void, signal?: AbortSignal): Promise<string> {
  const { uploadUrl, fileUrl, note } = await api.upload.create(
    { filename: file.name, contentType: file.type, size: file.size },
    { signal },
  )
  if (note) notify.info(note, { timeout: false })
  await putFile(uploadUrl, file, onSent, signal)
  return fileUrl
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
