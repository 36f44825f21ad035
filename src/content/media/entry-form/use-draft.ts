import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { isSame } from '#core/concurrency/changed-fields.ts'
import { type DraftFiles, type DraftKind, type DraftName, draftOf } from '#web/drafts/draft.ts'
import { clearParked, type DraftFields } from '#web/drafts/link.ts'
import { DraftSaver, type DraftState } from '#web/drafts/saver.ts'
import { isHeld } from '#web/outbox/held-files.ts'
import { text as webText } from '#web/text.ts'
import { notify } from '#web/toasts.ts'
import type { useAttachment } from '../form/attachment.tsx'
import { text } from './text.ts'

/** A file field of a form. */
export type Attached = { file: Pick<ReturnType<typeof useAttachment>, 'upload' | 'restore' | 'remove'> }

type DraftOptions<V extends FieldValues> = {
  /** The name of the draft on the device; null for edits of an existing entry, which have no draft. */
  name: DraftName | null
  kind: DraftKind
  form: UseFormReturn<V>
  attachments: Record<string, Attached>
  blank: V
  title: (values: V) => string
  /** Shows the values of another version in the form. */
  show: (values: Partial<V>) => void
}

export type FormDraft = ReturnType<typeof useDraft>

/** Returns the values that the device has stored for a form, empty after the draft was saved and closed. */
export function readDraft<V>(name: DraftName): Partial<V> {
  clearParked(name)
  return draftOf<V>(name).read()
}

/** Manages a form's draft: stores it on the device on every change, and in the account from time to time. */
export function useDraft<V extends FieldValues>(options: DraftOptions<V>) {
  const { name, kind, form, attachments, blank, title, show } = options
  const [state, setState] = useState<DraftState>({ is: 'untouched' })
  const [busy, setBusy] = useState(false)
  const queryClient = useQueryClient()
  const { watch, getValues } = form
  const files = sentFiles(attachments)
  // The saver outlives a render, so it reads the current values through this ref.
  const now = useRef({ files, title, getValues, attachments })
  now.current = { files, title, getValues, attachments }
  const empty = useRef(blank)
  empty.current = blank
  const [saver] = useState(() =>
    name === null
      ? null
      : new DraftSaver({
          name,
          kind,
          tell(state) {
            setState(state)
            // The form may be closed and My posts open by now.
            if (state.is === 'saved') void queryClient.invalidateQueries({ queryKey: ['post'] })
          },
          read: () => {
            const { files, title, getValues } = now.current
            const values = getValues()
            return { values, files, title: title(values) }
          },
        }),
  )

  useEffect(() => {
    if (!saver) return
    const close = saver.open()
    // An editor may report an empty value when it opens, which must not start a draft.
    const watching = watch((values) => (saver.link || !isSame(values, empty.current)) && saver.changed())
    // Text that was typed before the page's script ran is in the form already.
    if (!saver.link && !isSame(getValues(), empty.current)) saver.changed()
    return () => {
      watching.unsubscribe()
      close()
    }
  }, [saver, watch, getValues])

  useEffect(() => {
    if (name) void restoreFiles(draftOf(name).link()?.files, now.current.attachments)
  }, [name])

  const sent = addressesOf(files)
  const sentBefore = useRef('')
  useEffect(() => {
    if (!saver || sent === sentBefore.current) return
    // The draft's own files load one after another, which doesn't count as a change.
    const isRestored = sentBefore.current === '' && sent === addressesOf(saver.link?.files ?? {})
    sentBefore.current = sent
    if (!isRestored) saver.changed({ byPerson: false })
  }, [saver, sent])

  /** Runs the action of a button and shows its error. */
  async function act(work: () => Promise<unknown>) {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  /** Returns whether the device can store the draft. */
  const isKept = () => name === null || draftOf(name).isKept()

  return {
    state,
    busy,
    isKept,
    /** Returns what a post says of the draft. Its id is chosen before it is first saved in the account. */
    posted: () => saver?.link && { draftId: saver.link.id, draftSaved: saver.link.savedAt !== null },
    /** Returns the version of the account's draft that the form continues. */
    savedAt: () => saver?.link?.savedAt,
    missed: () => saver?.missed(),
    pause: async () => saver?.pause(),
    resume: () => saver?.resume(),
    /** Saves the draft when the person asks for it, and tells them where it is. */
    save: () =>
      act(async () => {
        if (!saver) return
        const result = await saver.save({ park: true })
        if (result.is === 'saved') notify.success(text.saved)
        if (result.is === 'on-device')
          isKept() ? notify.info(text.kept) : notify.error(text.notSaved(webText.deviceFull))
        if (result.is === 'failed') notify.error(result.message)
      }),
    keepMine: () => act(async () => saver?.keepMine()),
    saveAsNew: () => act(async () => saver?.saveAsNew()),
    takeTheirs: () =>
      act(async () => {
        const draft = await saver?.readTheirs()
        if (!draft) return
        const { values, files } = draft.fields as DraftFields
        show(values as Partial<V>)
        for (const { file } of Object.values(now.current.attachments)) file.remove()
        await restoreFiles(files, now.current.attachments)
        saver?.tookTheirs(draft.updatedAt, files)
      }),
  }
}

/** Shows the files of a draft in their fields. */
export async function restoreFiles(files: DraftFiles = {}, attachments: Record<string, Attached>): Promise<void> {
  await Promise.all(Object.entries(files).map(([field, file]) => attachments[field]?.file.restore(file)))
}

/** Returns the addresses of files as one text, to compare them. */
export function addressesOf(files: DraftFiles): string {
  return Object.values(files)
    .map(({ fileUrl }) => fileUrl)
    .sort()
    .join()
}

/** Returns the uploaded files of a form. */
export function sentFiles(attachments: Record<string, Attached>): DraftFiles {
  const sent = Object.entries(attachments).flatMap(([field, { file }]) => {
    const { upload } = file
    if (upload?.state !== 'sent' || !upload.fileUrl || isHeld(upload.fileUrl)) return []
    const { name, size, kind, fileUrl } = upload
    return [[field, { name, size, kind, fileUrl }] as const]
  })
  return Object.fromEntries(sent)
}
