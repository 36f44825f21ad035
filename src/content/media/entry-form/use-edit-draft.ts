import { useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { changedFields } from '#core/concurrency/changed-fields.ts'
import { idPattern } from '#core/id.ts'
import { type DraftFiles, draftOf, formDraftName } from '#web/drafts/draft.ts'
import { placeLastsMs } from '#web/outbox/held-files.ts'
import { type Attached, addressesOf, restoreFiles, sentFiles } from './use-draft.ts'

type Version = { id: string; updatedAt: string }
/** Unsaved changes to an entry: the version they are based on, what was typed, and uploaded files. */
type Changes<E, V> = { base: E; values: V; files: DraftFiles; until: Until }

/** Returns the unsaved changes to an entry that this device has stored, or null. */
export function readChanges<E extends Version, V>(type: string, entry: E): Changes<E, V> | null {
  const { base, values, files = {}, until = {} } = slotOf<E, V>(type, entry).read()
  if (!base || !values) return null
  const present = Object.entries(files).filter(([, { fileUrl }]) => !isExpired(fileUrl, until))
  return {
    base: base.updatedAt === entry.updatedAt ? entry : base,
    values: withoutExpired(values, until),
    files: Object.fromEntries(present),
    until,
  }
}

type Options<E, V extends FieldValues> = {
  type: string
  /** The version that the form changes; undefined if it creates an entry. */
  base: E | undefined
  /** The changes that the form was opened with. */
  opened: Changes<E, V> | null
  form: UseFormReturn<V>
  valuesOf: (entry: E) => V
  attachments: Record<string, Attached>
}

/**
 * Stores unsaved changes to an existing entry on this device until they are saved or discarded. If someone else saves
 * the entry meanwhile, saving opens the conflict screen, because the version they are based on is stored with them.
 */
export function useEditDraft<E extends Version, V extends FieldValues>(options: Options<E, V>) {
  const { type, base, opened, form, attachments } = options
  const { watch } = form
  const [isOpened, setOpened] = useState(opened !== null)
  const isPaused = useRef(false)
  const until = useRef(opened?.until ?? {})
  const files = sentFiles(attachments)
  const now = useRef({ ...options, files })
  now.current = { ...options, files }
  const isEdit = base !== undefined

  const [store] = useState(() => () => {
    const { type, base, form, valuesOf, files } = now.current
    if (!base || isPaused.current) return
    const values = form.getValues()
    const slot = slotOf<E, V>(type, base)
    const isChanged = Object.keys(changedFields(valuesOf(base), values)).length + Object.keys(files).length > 0
    until.current = untilOf(base, { values, files }, until.current)
    if (isChanged) slot.write({ base, values, files, until: until.current })
    else if (slot.read().base) slot.clear()
  })

  useEffect(() => {
    if (!isEdit) return
    const watching = watch(store)
    return () => watching.unsubscribe()
  }, [isEdit, watch, store])

  useEffect(() => void restoreFiles(now.current.opened?.files, now.current.attachments), [])

  const sent = addressesOf(files)
  const sentBefore = useRef('')
  useEffect(() => {
    if (sent === sentBefore.current) return
    sentBefore.current = sent
    store()
  }, [sent, store])

  return {
    /** True if the form was opened with unsaved changes. */
    isOpened,
    /** Stops storing while the form is saved. */
    pause: () => {
      isPaused.current = true
    },
    resume: () => {
      isPaused.current = false
    },
    clear() {
      if (base) slotOf(type, base).clear()
      setOpened(false)
    },
  }
}

const slotOf = <E extends Version, V>(type: string, { id }: Version) =>
  draftOf<Changes<E, V>>(formDraftName(`${type}:${id}`))

/** Times, in ms by this device's clock, until which the server stores files that no entry has, by their addresses. */
type Until = Record<string, number>

const address = new RegExp(`/files/${idPattern}`, 'g')

/** Returns `before` with the files in `content` that the entry `base` doesn't have and that are new. */
export function untilOf(base: unknown, content: unknown, before: Until): Until {
  const saved = JSON.stringify(base)
  const addresses = (JSON.stringify(content).match(address) ?? []).filter((one) => !saved.includes(one))
  const until = Date.now() + placeLastsMs
  return { ...Object.fromEntries(addresses.map((one) => [one, until])), ...before }
}

/** Returns whether a text names a file that the server has deleted by now. */
export function isExpired(text: string, until: Until): boolean {
  return (text.match(address) ?? []).some((one) => (until[one] ?? Number.POSITIVE_INFINITY) < Date.now())
}

/**
 * Returns a form's values without the files that the server has deleted. In lists they are only marked (`isGone`),
 * because this device may have a copy.
 */
export function withoutExpired<T>(value: T, until: Until): T {
  if (typeof value === 'string')
    return value.replace(/<img\b[^>]*>/g, (image) => (isExpired(image, until) ? '' : image)) as T
  if (typeof value !== 'object' || value === null) return value
  const isGone = (part: { url?: unknown } | null) => typeof part?.url === 'string' && isExpired(part.url, until)
  if (Array.isArray(value))
    return value.map((one) => (isGone(one) ? { ...one, isGone: true } : withoutExpired(one, until))) as T
  const present = Object.entries(value).filter(([, part]) => !isGone(part))
  return Object.fromEntries(present.map(([name, part]) => [name, withoutExpired(part, until)])) as T
}
