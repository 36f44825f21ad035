import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { filesSettled, hasRoom, isValid, type Place, wasRecorded } from '../outbox/form-files.ts'
import { placeLastsMs } from '../outbox/held-files.ts'
import { canStore } from '../outbox/key.ts'
import { isSmallAlready } from '../shrink/file.ts'
import { FieldFiles, type Picked } from './field-files.ts'
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
  const picked = useRef<Picked | null>(null)
  const task = useRef<Task | null>(null)
  const handedOver = useRef(false)
  const passed = useRef<string>(undefined)
  /** How often the person has picked or removed a file. */
  const choices = useRef(0)
  const files = useMemo(() => new FieldFiles(name), [name])
  const lostFiles = useRef<LostFiles>(undefined)
  const isOpen = useRef(false)
  const stop = useRef<(() => Promise<void>) | null>(null)
  /** Address of the file that the form's draft names. */
  const draftFile = useRef<string>(undefined)
  /** Id of the recording that is being made. */
  const recording = useRef<string>(undefined)
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
    picked.current = null
    drop()
  }, [drop])

  const remove = useCallback(() => {
    choices.current++
    files.forgetOwn()
    empty()
  }, [empty, files])

  /** Deletes the field's file and all files of its list from this device. */
  const forgetAll = useCallback(() => {
    choices.current++
    lostFiles.current?.stop()
    files.forgetAll()
  }, [files])

  /** Empties the field and its list. */
  const clear = useCallback(() => {
    forgetAll()
    empty()
  }, [empty, forgetAll])

  const start = useCallback(
    (next: Picked, { original = false, recorded = false, place }: StartOptions) => {
      choices.current++
      drop()
      picked.current = next
      const { name, size, type } = next.file
      const kind = kindOf(type)
      const previewUrl = URL.createObjectURL(next.file)
      const first = { name, size, kind, previewUrl, sent: 0, recorded }
      if (place) {
        const { until: _, ...sent } = place
        files.holdSent(next, place)
        return set({ ...first, ...sent, state: 'sent' })
      }
      set({ ...first, state: 'sending', ...(!original && /image|video/.test(kind) && { making: 0 }) })
      const abort = new AbortController()
      const change = (part: Partial<Upload>) => {
        if (!abort.signal.aborted && now.current) set({ ...now.current, ...part })
      }
      const prepared = original ? Promise.resolve(next.file) : shrink(next.file, change, abort.signal)
      const until = Date.now() + placeLastsMs
      const hold = field === undefined ? undefined : (ready: File) => files.hold(next, ready)
      const done = prepared.then(async (ready) => {
        const fileUrl = await sendOrHold(ready, { change, signal: abort.signal, hold, register })
        if (fileUrl) files.sent(next, { fileUrl, until, name: ready.name, size: ready.size })
      })
      // `change` has reported errors, and a stopped upload needs no message.
      done.catch(() => {})
      task.current = { abort, prepared, done }
    },
    [drop, field, files, register, set],
  )

  /**
   * Empties the field, because its file is added to a list. The device keeps a file of which it may have the only copy.
   * Returns false if there is nothing to add, or if the person removed the file meanwhile.
   */
  const passOn = useCallback(async () => {
    const { fileUrl, recorded, held } = now.current ?? {}
    // A new recording replaces this file, unless it is discarded. The outbox takes a file that was handed over from here.
    if (!fileUrl || passed.current === fileUrl || recording.current || handedOver.current) return false
    passed.current = fileUrl
    const choice = choices.current
    if (recorded || held) await files.list(fileUrl)
    else files.forgetOwn()
    // If only the form was closed, the device keeps the file.
    const isThere = choices.current === choice
    if (isThere) empty()
    else files.unlist(fileUrl)
    return isThere
  }, [files, empty])

  /**
   * Returns the files of the list that this device has stored, and sends those again that the server has deleted.
   * @param inForm addresses in the form's draft, whose files the server doesn't delete for a new entry
   * @param onSent is called with the address of a file that was sent again, and its new one
   */
  const restoreListed = useCallback(
    async (inForm: readonly string[], onSent: (before: string, fileUrl: string) => void) => {
      const { files: stored, lost } = await files.restoreList(inForm, field !== undefined)
      if (!isOpen.current) return []
      lostFiles.current?.stop()
      lostFiles.current = new LostFiles(files, field !== undefined, onSent)
      lostFiles.current.send(stored.filter(([address]) => lost.includes(address)))
      return stored.map(([fileUrl, { type, size }]) => ({ fileUrl, kind: kindOf(type), size, state: 'sent' as const }))
    },
    [files, field],
  )

  /** Shows a file that a draft names, unless the field has one already or this device has stored one for it. */
  const restore = useCallback(
    async (file: Pick<Upload, 'name' | 'size' | 'kind'> & { fileUrl: string }) => {
      draftFile.current = file.fileUrl
      const choice = choices.current
      const showing = files.restore().then((stored) => {
        if (stored || choices.current !== choice || now.current || stop.current) return
        set({ ...file, previewUrl: file.fileUrl, state: 'sent', sent: file.size })
      })
      restoring.current = Promise.all([restoring.current, showing]).then(() => {})
      await showing
    },
    [files, set],
  )

  const retry = useCallback(() => {
    if (picked.current) start(picked.current, { original, recorded: now.current?.recorded === true })
  }, [start, original])

  /** Sends the chosen file again at the new size. */
  function chooseOriginal(chosen: boolean) {
    setOriginal(chosen)
    if (!picked.current) return
    files.sendAgain(picked.current.id, chosen)
    start(picked.current, { original: chosen })
  }

  useEffect(() => {
    const inForm: FormUpload = {
      stopRecording: async () => stop.current?.(),
      progress: () => (isGoing(now.current) ? now.current : (lostFiles.current?.progress() ?? null)),
      isHandedOver: () => handedOver.current,
      async settle(signal) {
        await unlessAborted(restoring.current, signal)
        const current = task.current
        if (isGoing(now.current) && current && picked.current) {
          const readyFile = await unlessAborted(current.prepared, signal)
          if (field !== undefined && canStore() && (await hasRoom(readyFile.size)) && isGoing(now.current)) {
            current.abort.abort()
            handedOver.current = true
            const fileUrl = files.hold(picked.current, readyFile)
            set({ ...now.current, state: 'sent', sent: readyFile.size, fileUrl })
          } else await unlessAborted(current.done, signal)
        }
        if (now.current?.state === 'failed') throw new Error(now.current.error)
        await lostFiles.current?.settle(signal)
      },
      takeBack() {
        if (handedOver.current) retry()
      },
      async posted() {
        forgetAll()
        await filesSettled()
      },
    }
    return group.add(inForm)
  }, [group, field, files, forgetAll, retry, set])

  useEffect(() => {
    isOpen.current = true
    const choice = choices.current
    restoring.current = files.restore().then((stored) => {
      const isWanted = (isOpen.current || group.isWaiting) && choices.current === choice
      if (!stored || !isWanted || now.current || stop.current) return
      const { id, file, place, small, original = originalFirst } = stored
      const isThere = place && (isValid(place) || place.fileUrl === draftFile.current)
      setOriginal(original)
      if (small) isSmallAlready(file)
      start({ id, file }, { original, recorded: wasRecorded(file), place: isThere ? place : undefined })
    })
    // A post that waits for the file keeps it, even if its form is closed.
    return () => {
      isOpen.current = false
      if (group.isWaiting) return
      lostFiles.current?.stop()
      drop()
    }
  }, [group, files, originalFirst, start, drop])

  return {
    upload,
    pick(file: File, recorded = false) {
      // The recorder has stored a recording already.
      const id = recorded ? recording.current : undefined
      recording.current = undefined
      start(files.pick(file, original, id), { original, recorded })
    },
    remove,
    clear,
    passOn,
    restoreListed,
    /** Call it when a file was removed from the list. */
    forgetListed: (address: string) => files.unlist(address),
    restore,
    retry,
    original,
    /** Undefined for a file of a draft, which has been sent already. */
    onOriginal: upload && !picked.current ? undefined : chooseOriginal,
    /** Returns the field's current state, even from an older render. */
    current: () => now.current,
    /** Returns the address to post, once `uploads.ready` has resolved; undefined without a file. */
    address: () => now.current?.fileUrl,
    recorder: {
      begin(fileName: string, type: string) {
        const { id, add } = files.record(fileName, type)
        recording.current = id
        return add
      },
      discard() {
        if (recording.current) files.forget(recording.current)
        recording.current = undefined
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

/** Returns the properties of a field that shows and changes a form's file. */
export function fileProps(sending: Omit<ReturnType<typeof useUpload>, 'address'>) {
  const { upload, pick, remove, retry, original, onOriginal, recorder } = sending
  const shown = { file: upload, error: upload?.error }
  return { ...shown, onPick: pick, onRemove: remove, onRetry: retry, original, onOriginal, recorder }
}
