import { newUuid } from '../api.ts'
import { forgetFiles, moveForm, storedWith } from '../outbox/form-files.ts'
import { isHeld } from '../outbox/held-files.ts'
import { local } from '../storage.ts'
import { type DraftFiles, type DraftName, draftOf, draftsHere } from './draft.ts'

/** Values of a form in the shape that drafts store. */
export type DraftFields = { values: Record<string, unknown>; files: DraftFiles }

/** Removes a deleted draft from this device. */
export function forgetDraft(id: string): void {
  for (const name of draftsHere()) {
    if (draftOf(name).link()?.id !== id) continue
    draftOf(name).clear()
    void forgetFiles(filesOf(name))
  }
  forgetFilesOf(id)
}

/**
 * Removes the device's draft if it was saved and put away, to make room for a new one. Call it before a form reads its
 * draft.
 */
export function clearParked(name: DraftName): void {
  const link = draftOf(name).link()
  if (!link?.parked || link.unsent) return
  putAwayFiles(name)
  draftOf(name).clear()
}

/** Returns whether the form with this draft has a file that is stored on this device. */
export async function hasFile(name: DraftName): Promise<boolean> {
  return (await storedWith(filesOf(name))).length > 0
}

/**
 * Takes the files out of a form when its draft leaves the form, so that they don't end up in the next draft. The
 * account's draft refers to those that have been uploaded; the others stay on this device.
 */
export function putAwayFiles(name: DraftName): void {
  const link = draftOf(name).link()
  if (!link) return
  const saved = JSON.stringify([link.files, draftOf(name).read()])
  moveForm(filesOf(name), inDraft(link.id), (fileUrl) => saved.includes(fileUrl))
}

/** Moves the files of a draft to the form in which it is opened. */
export function takeOutFiles(name: DraftName, id: string): void {
  moveForm(inDraft(id), filesOf(name))
}

/** Returns the ids of drafts whose files wait on this device. */
export async function draftsWithFiles(): Promise<string[]> {
  const names = await storedWith('draft:')
  return [...new Set(names.map((name) => name.slice(0, name.indexOf(':'))))]
}

/** Deletes the files that wait on this device for a draft. */
export function forgetFilesOf(id: string): void {
  forgetFiles(inDraft(id))
}

const inDraft = (id: string) => `draft:${id}:`

/** Returns the beginning of the names of a new entry's files (`UploadOptions`). Sections have forms of their own. */
export function filesOf(name: DraftName): string {
  const form = name.slice(0, name.lastIndexOf(':'))
  return form.includes(':') ? `${form}:` : `${form}:new:`
}

/** Returns the values without the files that only this device has. */
export function withoutHeld<T>(value: T): T {
  if (Array.isArray(value)) return value.filter((one) => !isHeld(one?.url)).map(withoutHeld) as T
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(([name, part]) => [name, isHeld(part?.url) ? null : withoutHeld(part)])
  return Object.fromEntries(parts)
}

const deviceName = 'draft-device'

/** Returns the id under which this browser saves drafts. */
export function deviceId(): string {
  const stored = local.read(deviceName)
  if (stored) return stored
  const newId = newUuid()
  local.write(deviceName, newId)
  return newId
}
