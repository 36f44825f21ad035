import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  forgetFile,
  hasRoom,
  hasStored,
  isValid,
  note,
  type Place,
  restoreFile,
  storeFile,
  storeRecording,
  wasRecorded,
} from '../outbox/form-files.ts'
import { heldFile, holdFile, isHeld, placeLastsMs, takeReturned } from '../outbox/held-files.ts'
import { canKeep } from '../outbox/key.ts'
import { isSmallAlready } from '../shrink/file.ts'
import { ListedFiles } from './listed-files.ts'
import { LostFiles } from './lost-files.ts'
import { sendOrHold, shrink } from './send-or-hold.ts'
import type { FormUpload, Uploads } from './uploads.ts'
import { unlessAborted } from './waiting.ts'

export type Upload = {
  name: string
  /** Bytes of the file being sent. */
  size: number
  /** Bytes of the chosen file, if a smaller copy is sent. */
  from?: number
  /** Progress of making it smaller, from 0 to 1. */
  making?: number | undefined
  /** True if the browser can't make it smaller. */
  unable?: true
  kind: 'image' | 'video' | 'audio' | 'other'
  previewUrl: string
  state: 'sending' | 'sent' | 'failed'
  sent: number
  /** The address to post, once it is sent. */
  fileUrl?: string
  /** True without signal: `fileUrl` is then a placeholder until the outbox sends the file with its post. */
  held?: boolean
  error?: string | undefined
  /** True if sending this file again would be refused again. */
  final?: boolean
  /** Advice about this kind of file. */
  note?: string
  /** True if sending failed for now and the file can't wait for the outbox. It is then retried automatically. */
  retrying?: boolean
  /** True if it was recorded here. */
  recorded?: boolean
}

export type UploadOptions = {
  uploads: Uploads
  /**
   * The form and the field, such as `media:link` or `poem:<id>:recording`. The field's file is stored on this device
   * under this name until the form is posted.
   */
  name: string
  /**
   * For a form that can use the outbox, the post's field for the file: a file that can't be sent now goes with the
   * post, and one returned from the outbox is shown immediately.
   */
  field?: string | undefined
  /** Sends pictures and videos at full size by default, for archive entries. */
  original?: boolean
}

/** Work on the file picked last, which is made smaller and then sent. */
type Task = { abort: AbortController; prepared: Promise<File>; done: Promise<void> }
type StartOptions = { original?: boolean; recorded?: boolean; place?: Place | undefined }

/** Sends one file of a form. Returns its progress, and functions that pick, record, restore, remove or retry it. */
export function useUpload({ uploads, name, field, original: originalFirst = false }: UploadOptions) {
  const { group } = uploads
  const [original, setOriginal] = useState(originalFirst)
  const [upload, setUpload] = useState<Upload | null>(null)
  const now = useRef<Upload | null>(null)
  const file = useRef<File | null>(null)
  const task = useRef<Task | null>(null)
  const handedOver = useRef(false)
  const passed = useRef<string>(undefined)
  /** Until when the server stores the current file, and how often the person has picked or removed one. */
  const until = useRef(0)
  const choices = useRef(0)
  const listed = useMemo(() => new ListedFiles(name), [name])
  const lostFiles = useRef<LostFiles>(undefined)
  const isOpen = useRef(false)
  const stop = useRef<(() => Promise<void>) | null>(null)
  /** Address of the file that the form's draft names. */
  const draftFile = useRef<string>(undefined)
  /** Reading of the file that this device has stored. */
  const restoring = useRef<Promise<void>>(Promise.resolve())

  const set = useCallback((next: Upload | null) => {
    now.current = next
    setUpload(next)
  }, [])

  /** Stops the current work; the file stays on the device. */
  const drop = useCallback(() => {
    task.current?.abort.abort()
    task.current = null
    handedOver.current = false
    if (now.current) URL.revokeObjectURL(now.current.previewUrl)
    set(null)
  }, [set])

  const empty = useCallback(() => {
    file.current = null
    drop()
  }, [drop])

  const forget = useCallback(() => {
    // A form that is closed meanwhile may have been opened again with another file.
    if (isOpen.current && !listed.hasFieldCopy()) forgetFile(name)
    else if (file.current) forgetFile(name, file.current)
  }, [name, listed])

  const remove = useCallback(() => {
    choices.current++
    forget()
    empty()
  }, [empty, forget])

  /** Stores the current file again, after it was forgotten. */
  const keep = useCallback(() => {
    if (!now.current || !file.current || listed.hasFieldCopy()) return
    const { fileUrl, name: sentName, size } = now.current
    const place = fileUrl && !isHeld(fileUrl) ? { fileUrl, until: until.current, name: sentName, size } : undefined
    storeFile(name, file.current, { place })
  }, [name, listed])

  const start = useCallback(
    (picked: File, { original = false, recorded = false, place }: StartOptions) => {
      choices.current++
      drop()
      file.current = picked
      const { size } = picked
      const kind = kindOf(picked.type)
      const previewUrl = URL.createObjectURL(picked)
      const first = { name: picked.name, size, kind, previewUrl, sent: 0, recorded }
      until.current = place?.until ?? Date.now() + placeLastsMs
      if (place) return set({ ...first, ...place, state: 'sent' })
      set({ ...first, state: 'sending', ...(!original && /image|video/.test(kind) && { making: 0 }) })
      const abort = new AbortController()
      const change = (part: Partial<Upload>) => {
        if (!abort.signal.aborted && now.current) set({ ...now.current, ...part })
      }
      const prepared = original ? Promise.resolve(picked) : shrink(picked, change, abort.signal)
      const placeUntil = until.current
      const done = prepared.then(async (file) => {
        const fileUrl = await sendOrHold(file, { change, signal: abort.signal, hold: field !== undefined })
        const { name: sentName, size } = file
        if (fileUrl) note(name, picked, { original, place: { fileUrl, until: placeUntil, name: sentName, size } })
      })
      // `change` has reported errors, and a stopped upload needs no message.
      done.catch(() => {})
      task.current = { abort, prepared, done }
    },
    [drop, field, name, set],
  )

  /**
   * Empties the field, because its file is added to a list. The device first stores a file of which it may have the
   * only copy. Returns false if there is nothing to add, or if the person removed the file meanwhile.
   */
  const passOn = useCallback(async () => {
    const { fileUrl, recorded, held } = now.current ?? {}
    if (!fileUrl || passed.current === fileUrl) return false
    passed.current = fileUrl
    const choice = choices.current
    const onDevice = heldFile(fileUrl) ?? file.current
    if (onDevice && (recorded || held)) await listed.add(fileUrl, onDevice, until.current)
    else if (!listed.hasFieldCopy()) forgetFile(name)
    // If only the form was closed, the device keeps the file.
    const isThere = choices.current === choice
    if (isThere) empty()
    else listed.remove(fileUrl)
    return isThere
  }, [name, listed, empty])

  /**
   * Returns the files of the list that this device has stored, and sends those again that the server has deleted.
   * @param inForm addresses in the form's draft, whose files the server doesn't delete for a new entry
   * @param onSent is called with the address of a file that was sent again, and its new one
   */
  const restoreListed = useCallback(
    async (inForm: readonly string[], onSent: (before: string, fileUrl: string) => void) => {
      const { files, lost } = await listed.restore(inForm, field !== undefined)
      if (!isOpen.current) return []
      lostFiles.current?.stop()
      lostFiles.current = new LostFiles(listed, field !== undefined, onSent)
      lostFiles.current.send(files.filter(([address]) => lost.includes(address)))
      return files.map(([fileUrl, { type, size }]) => ({ fileUrl, kind: kindOf(type), size, state: 'sent' as const }))
    },
    [listed, field],
  )

  /** Shows a file that a draft names, unless the field has one already or this device has stored one for it. */
  const restore = useCallback(
    async (file: Pick<Upload, 'name' | 'size' | 'kind'> & { fileUrl: string }) => {
      draftFile.current = file.fileUrl
      if ((await hasStored(name)) || now.current || stop.current) return
      set({ ...file, previewUrl: file.fileUrl, state: 'sent', sent: file.size })
    },
    [name, set],
  )

  const retry = useCallback(() => {
    if (file.current) start(file.current, { original, recorded: now.current?.recorded === true })
  }, [start, original])

  /** Sends the chosen file again at the new size. */
  function chooseOriginal(chosen: boolean) {
    setOriginal(chosen)
    if (file.current) note(name, file.current, { original: chosen, place: undefined })
    if (file.current) start(file.current, { original: chosen })
  }

  useEffect(() => {
    const inForm: FormUpload = {
      stopRecording: async () => stop.current?.(),
      progress: () => (isGoing(now.current) ? now.current : (lostFiles.current?.progress() ?? null)),
      isHandedOver: () => handedOver.current,
      async settle(signal) {
        await unlessAborted(restoring.current, signal)
        const current = task.current
        if (isGoing(now.current) && current) {
          const readyFile = await unlessAborted(current.prepared, signal)
          if (field !== undefined && canKeep() && (await hasRoom(readyFile.size)) && isGoing(now.current)) {
            current.abort.abort()
            handedOver.current = true
            set({ ...now.current, state: 'sent', sent: readyFile.size, fileUrl: holdFile(readyFile) })
          } else await unlessAborted(current.done, signal)
        }
        if (now.current?.state === 'failed') throw new Error(now.current.error)
        await lostFiles.current?.settle(signal)
      },
      handOver() {
        forget()
        listed.forget()
      },
      takeBack() {
        listed.storeAgain()
        keep()
        if (handedOver.current) retry()
      },
      posted() {
        choices.current++
        lostFiles.current?.stop()
        forget()
        listed.startAnew()
      },
    }
    return group.add(inForm)
  }, [group, field, listed, forget, keep, retry, set])

  useEffect(() => {
    isOpen.current = true
    const back = field && takeReturned(field)
    if (back) {
      storeFile(name, back, {})
      isSmallAlready(back)
      start(back, { recorded: wasRecorded(back) })
    } else {
      const choice = choices.current
      restoring.current = restoreFile(name).then((stored) => {
        const isWanted = (isOpen.current || group.isWaiting) && choices.current === choice
        if (!stored || !isWanted || now.current || stop.current) return
        const { file, place, original = originalFirst } = stored
        const isThere = place && (isValid(place) || place.fileUrl === draftFile.current)
        setOriginal(original)
        start(file, { original, recorded: wasRecorded(file), place: isThere ? place : undefined })
      })
    }
    // A post that waits for the file keeps it, even if its form is closed.
    return () => {
      isOpen.current = false
      if (group.isWaiting) return
      lostFiles.current?.stop()
      drop()
    }
  }, [group, field, name, originalFirst, start, drop])

  return {
    upload,
    pick(picked: File, recorded = false) {
      // The recorder has stored a recording already. The stored file may be the only copy of one in the list.
      if (!recorded && !listed.hasFieldCopy()) storeFile(name, picked, { original })
      start(picked, { original, recorded })
    },
    remove,
    passOn,
    restoreListed,
    /** Call it when a file was removed from the list. */
    forgetListed: (address: string) => listed.remove(address),
    restore,
    retry,
    original,
    /** Undefined for a file of a draft, which has been sent already. */
    onOriginal: upload && !file.current ? undefined : chooseOriginal,
    /** Returns the field's current state, even from an older render. */
    current: () => now.current,
    /** Returns the address to post, once `uploads.ready` has resolved; undefined without a file. */
    address: () => now.current?.fileUrl,
    recorder: {
      begin(fileName: string, type: string) {
        listed.leaveField()
        return storeRecording(name, { name: fileName, type })
      },
      discard() {
        forgetFile(name)
        keep()
      },
      setStop(next: (() => Promise<void>) | null) {
        stop.current = next
      },
    },
  }
}

function isGoing(upload: Upload | null): upload is Upload {
  return upload?.state === 'sending' || upload?.retrying === true
}

/** Returns the kind of a file by the prefix of its content type. */
export function kindOf(contentType: string): Upload['kind'] {
  const prefix = contentType.split('/')[0]
  return prefix === 'image' || prefix === 'video' || prefix === 'audio' ? prefix : 'other'
}
