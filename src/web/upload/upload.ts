import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  endRecording,
  filesSettled,
  forgetFile,
  hasRoom,
  hasStored,
  isValid,
  note,
  type Place,
  restoreFile,
  storeFile,
  storeInPlaceOf,
  storeRecording,
  wasRecorded,
} from '../outbox/form-files.ts'
import { heldFile, holdFile, isHeld, placeLastsMs, takeReturned } from '../outbox/held-files.ts'
import { canStore } from '../outbox/key.ts'
import { isSmallAlready } from '../shrink/file.ts'
import { ListedFiles } from './listed-files.ts'
import { LostFiles } from './lost-files.ts'
import { sendOrHold, shrink } from './send-or-hold.ts'
import { kindOf, type Upload, type UploadOptions } from './state.ts'
import type { FormUpload } from './uploads.ts'
import { unlessAborted } from './waiting.ts'

/** Work on the file picked last, which is made smaller and then sent. */
type Task = { abort: AbortController; prepared: Promise<File>; done: Promise<void> }
type StartOptions = { original?: boolean; recorded?: boolean; place?: Place | undefined }

/** Sends one file of a form. Returns its progress, and functions that pick, record, restore, remove or retry it. */
export function useUpload({ uploads, name, field, original: originalFirst = false, register }: UploadOptions) {
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
  /** True while a recording is made. */
  const isRecording = useRef(false)
  /** Reading of the file that this device has stored, or that the draft names. */
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

  /** Deletes the field's file and all files of its list from this device. */
  const forgetAll = useCallback(() => {
    choices.current++
    lostFiles.current?.stop()
    forget()
    listed.startAnew()
  }, [forget, listed])

  /** Empties the field and its list. */
  const clear = useCallback(() => {
    forgetAll()
    empty()
  }, [empty, forgetAll])

  /** Stores the current file again, if it was forgotten and there is room. */
  const keep = useCallback(() => {
    if (!now.current || !file.current || listed.hasFieldCopy()) return
    const { fileUrl, name: sentName, size } = now.current
    const place = fileUrl && !isHeld(fileUrl) ? { fileUrl, until: until.current, name: sentName, size } : undefined
    void storeInPlaceOf(name, name, file.current, { original, place })
  }, [name, listed, original])

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
      if (place) {
        const { until: _, ...sent } = place
        return set({ ...first, ...sent, state: 'sent' })
      }
      set({ ...first, state: 'sending', ...(!original && /image|video/.test(kind) && { making: 0 }) })
      const abort = new AbortController()
      const change = (part: Partial<Upload>) => {
        if (!abort.signal.aborted && now.current) set({ ...now.current, ...part })
      }
      const prepared = original ? Promise.resolve(picked) : shrink(picked, change, abort.signal)
      const placeUntil = until.current
      const done = prepared.then(async (file) => {
        const fileUrl = await sendOrHold(file, { change, signal: abort.signal, hold: field !== undefined, register })
        const { name: sentName, size } = file
        if (fileUrl) note(name, picked, { original, place: { fileUrl, until: placeUntil, name: sentName, size } })
      })
      // `change` has reported errors, and a stopped upload needs no message.
      done.catch(() => {})
      task.current = { abort, prepared, done }
    },
    [drop, field, name, register, set],
  )

  /**
   * Empties the field, because its file is added to a list. The device first stores a file of which it may have the
   * only copy. Returns false if there is nothing to add, or if the person removed the file meanwhile.
   */
  const passOn = useCallback(async () => {
    const { fileUrl, recorded, held } = now.current ?? {}
    // A new recording replaces this file, unless it is discarded.
    if (!fileUrl || passed.current === fileUrl || isRecording.current) return false
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
      const choice = choices.current
      const showing = hasStored(name).then((isStored) => {
        if (isStored || choices.current !== choice || now.current || stop.current) return
        set({ ...file, previewUrl: file.fileUrl, state: 'sent', sent: file.size })
      })
      restoring.current = Promise.all([restoring.current, showing]).then(() => {})
      await showing
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
          if (field !== undefined && canStore() && (await hasRoom(readyFile.size)) && isGoing(now.current)) {
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
      async posted() {
        forgetAll()
        await filesSettled()
      },
    }
    return group.add(inForm)
  }, [group, field, listed, forget, forgetAll, keep, retry, set])

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
        if (wasRecorded(file)) endRecording(name, file)
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
      if (recorded) endRecording(name, picked)
      else if (!listed.hasFieldCopy()) storeFile(name, picked, { original })
      isRecording.current = false
      start(picked, { original, recorded })
    },
    remove,
    clear,
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
        isRecording.current = true
        return storeRecording(name, { name: fileName, type })
      },
      discard() {
        isRecording.current = false
        forgetFile(name)
        keep()
        // A list takes over the file that was uploaded while another one was recorded.
        if (now.current) set({ ...now.current })
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
