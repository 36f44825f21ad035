import { useEffect, useLayoutEffect, useState } from 'react'
import { isKept, readDraftItem, storeItem } from '#src/offline/drafts.ts'
import { readUser } from '../session/session.ts'
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

/** Returns functions for a form's draft, which is stored on this device until it is posted (spec 16.1). */
export function draftOf<T>(draft: DraftName) {
  const name = itemOf(draft)
  return {
    read(): Partial<T> {
      if (typeof document === 'undefined') return {}
      if (!hydrated) {
        tooEarly.add(name)
        return {}
      }
      return readDraftItem<Partial<T>>(name) ?? {}
    },
    write(values: T): void {
      storeItem(name, JSON.stringify(values))
    },
    /** Returns whether the draft will still be there after the page is left. */
    isKept: () => isKept(name),
    clear(): void {
      storeItem(name, null)
      storeItem(linkPrefix + draft, null)
    },
  }
}

/** Returns the name of a form's draft. It belongs to one account, since people share devices. */
export function formDraftName(form: string, account = readUser()?.id ?? ''): DraftName {
  return `${form}:${account}` as DraftName
}

/** Returns the name of the item of local storage that has a draft. */
export function itemOf(draft: DraftName): string {
  return `draft:${draft}`
}

/** Prefix in local storage of links from drafts to the account's drafts (drafts/link.ts). */
export const linkPrefix = 'draft-link:'
