import { useEffect, useLayoutEffect, useState } from 'react'
import { isKept, readDraftItem, storeItem } from '#src/offline/drafts.ts'
import type { Api } from '../api.ts'
import { readUser } from '../session/session.ts'
import { local } from '../storage.ts'
import type { Upload } from '../upload/state.ts'
import { continueInNewForms, expectNewForms } from './early-input.ts'

/** The server can't read drafts, so the forms must match the server's HTML until React has hydrated the page. */
let hydrated = false
/** Names of the drafts that the page's forms tried to read before hydration. */
const tooEarly = new Set<string>()

/**
 * Returns a React key for a page's forms. It changes once after hydration if the device has drafts for them, so that
 * the forms are created again with what was typed.
 */
export function useDraftsKey(): string {
  const [key, setKey] = useState('as sent')
  // This runs before anything else is typed, because the forms in the server's HTML would store it as the whole draft.
  useLayoutEffect(() => {
    hydrated = true
    if (![...tooEarly].some((name) => readDraftItem(name))) return
    expectNewForms()
    setKey('with drafts')
  }, [])
  useEffect(() => {
    if (key === 'with drafts') continueInNewForms()
  }, [key])
  return key
}

/** The name of a form's draft, which `formDraftName` makes. */
export type DraftName = string & { readonly isDraftName: true }

export type DraftKind = Parameters<Api['draft']['save']>[0]['kind']

/** A file of a form that has been uploaded. */
export type DraftFile = Pick<Upload, 'name' | 'size' | 'kind'> & { fileUrl: string }
export type DraftFiles = Record<string, DraftFile>

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

/** An item of a form: its values and, if the account can have the draft, its link. */
type Stored<T> = Partial<T> & { $draft?: Partial<DraftLink> }

/** Returns functions for a form's draft, which is stored on this device until it is posted (spec 16.1). */
export function draftOf<T>(draft: DraftName) {
  const name = itemOf(draft)
  const stored = () => (typeof document === 'undefined' ? null : readDraftItem<Stored<T>>(name))
  const write = (values: Partial<T>, link = stored()?.$draft) =>
    storeItem(name, JSON.stringify({ ...values, ...(link && { $draft: link }) }))
  const valuesOf = ({ $draft: _, ...values }: Stored<T>) => values as Partial<T>
  return {
    read(): Partial<T> {
      if (hydrated) return valuesOf(stored() ?? ({} as Stored<T>))
      tooEarly.add(name)
      return {}
    },
    /** @param link by default the present one */
    write: (values: T, link?: DraftLink) => write(values, link),
    link(): DraftLink | null {
      const { $draft } = stored() ?? ({} as Stored<T>)
      return $draft ? ({ ...unsentLink, ...$draft } as DraftLink) : null
    },
    writeLink: (link: DraftLink) => write(valuesOf(stored() ?? ({} as Stored<T>)), link),
    /** Returns whether the draft will still be there after the page is left. */
    isKept: () => isKept(name),
    clear: () => storeItem(name, null),
  }
}

/** Returns the name of a form's draft. It belongs to one account, since people share devices. */
export function formDraftName(form: string, account = readUser()?.id ?? ''): DraftName {
  return `${form}:${account}` as DraftName
}

const prefix = 'draft:'

/** Returns the name of the item of local storage that has a draft. */
export function itemOf(draft: DraftName): string {
  return prefix + draft
}

/** Returns the names of the signed-in account's drafts on this device. */
export function draftsHere(): DraftName[] {
  const account = readUser()?.id
  const own = local.names().filter((name) => account && name.startsWith(prefix) && name.endsWith(`:${account}`))
  return own.map((name) => name.slice(prefix.length) as DraftName)
}
