import { storeItem } from '#src/offline/drafts.ts'
import { type Api, newKey } from '../api.ts'
import { forgetFiles, moveFiles, storedWith } from '../outbox/form-files.ts'
import { isHeld } from '../outbox/held-files.ts'
import { local } from '../storage.ts'
import type { Upload } from '../upload/state.ts'
import { type DraftName, draftOf, linkPrefix } from './draft.ts'

export type DraftKind = Parameters<Api['draft']['save']>[0]['kind']

/** A file of a form that has been uploaded. */
export type DraftFile = Pick<Upload, 'name' | 'size' | 'kind'> & { fileUrl: string }
export type DraftFiles = Record<string, DraftFile>

/** Values of a form in the shape that drafts store. */
export type DraftFields = { values: Record<string, unknown>; files: DraftFiles }

/** How a draft on this device relates to the one in the account. */
export type DraftLink = {
  id: string
  kind: DraftKind
  /** The draft's title in the list of drafts. */
  title: string
  files: DraftFiles
  /** The `updatedAt` of the version in the account that this one continues; null before the first save. */
  savedAt: string | null
  /** True if the device has something that the account doesn't have yet. */
  unsent: boolean
  /** True if the person saved it and is done for now, so that the form is empty when it is next opened. */
  parked: boolean
  /** Number of changes, so that a save that ends late isn't mistaken for a save of what was typed since. */
  edits: number
}

/** Initial state of a link that is created outside of a form. */
export const unsentLink = { files: {}, savedAt: null, unsent: true, parked: false, edits: 0 }

/** Returns functions that read and write the link of the draft with this name on the device. */
export function linkOf(name: DraftName) {
  return {
    read(): DraftLink | null {
      if (typeof document === 'undefined') return null
      const stored = local.readJson<Partial<DraftLink>>(linkPrefix + name)
      return stored ? ({ ...unsentLink, ...stored } as DraftLink) : null
    },
    write(link: DraftLink): void {
      storeItem(linkPrefix + name, JSON.stringify(link))
    },
  }
}

/** Removes a deleted draft from this device. */
export function forgetDraft(id: string): void {
  for (const key of local.names()) {
    const name = key.slice(linkPrefix.length) as DraftName
    if (!key.startsWith(linkPrefix) || linkOf(name).read()?.id !== id) continue
    draftOf(name).clear()
    forgetFiles(inForm(name))
  }
  forgetFilesOf(id)
}

/**
 * Removes the device's draft if it was saved and put away, to make room for a new one. Call it before a form reads its
 * draft.
 */
export function clearParked(name: DraftName): void {
  const link = linkOf(name).read()
  if (!link?.parked || link.unsent) return
  putAwayFiles(name)
  draftOf(name).clear()
}

/** Returns whether the form with this draft has a file that is stored on this device. */
export async function hasFile(name: DraftName): Promise<boolean> {
  return (await storedWith(inForm(name))).length > 0
}

/**
 * Takes the files out of a form when its draft leaves the form, so that they don't end up in the next draft. The
 * account's draft refers to those that have been uploaded; the others stay on this device.
 */
export function putAwayFiles(name: DraftName): void {
  const link = linkOf(name).read()
  if (!link) return
  const saved = JSON.stringify([link.files, draftOf(name).read()])
  moveFiles(inForm(name), inDraft(link.id), (fileUrl) => saved.includes(fileUrl))
}

/** Moves the files of a draft to the form in which it is opened. */
export function takeOutFiles(name: DraftName, id: string): void {
  moveFiles(inDraft(id), inForm(name))
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
function inForm(name: DraftName): string {
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

/** Returns a UUIDv7, like all ids of the site. `crypto.randomUUID` is missing on plain http. */
export function newUuid(): string {
  const hex = newKey()
  const time = Date.now().toString(16).padStart(12, '0')
  const variant = (8 + (Number.parseInt(hex.charAt(16), 16) & 3)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}
