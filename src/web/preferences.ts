import { useMemo, useSyncExternalStore } from 'react'
import { placeZone } from '#text/day.ts'
import { local, subscribe, tell } from './storage.ts'

/** A member's preferences (spec 3.9). */
export type Preferences = {
  language: string
  timezone: string
  defaultView: 'grid' | 'list'
  itemsPerPage: number
  /** False until the member has saved a number; until then each view has its own page size. */
  itemsPerPageChosen: boolean
}

/** Defaults of spec 3.9. */
const defaults: Preferences = {
  language: 'en',
  timezone: placeZone,
  defaultView: 'grid',
  itemsPerPage: 24,
  itemsPerPageChosen: false,
}

const name = 'preferences'
let cached: { raw: string | null; value: Preferences } = { raw: null, value: defaults }

/** Stores the preferences on this device, so that the first paint of the next page follows them. */
export function storePreferences(preferences: Preferences): void {
  local.write(name, JSON.stringify(preferences))
  tell()
}

function read(): Preferences {
  const raw = local.read(name)
  if (raw !== cached.raw) cached = { raw, value: { ...defaults, ...local.readJson<Partial<Preferences>>(name) } }
  return cached.value
}

/** Returns the member's preferences; the defaults on the server and for a guest. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, read, () => defaults)
}

/** Returns the options of `formatDate` and similar functions for this member. */
export function useDateSetting(): { timeZone: string } {
  const { timezone } = usePreferences()
  return useMemo(() => ({ timeZone: timezone }), [timezone])
}

/** Returns the page size of a list: the member's choice, or the view's own. */
export function usePageSize(own: number): number {
  const { itemsPerPage, itemsPerPageChosen } = usePreferences()
  return itemsPerPageChosen ? itemsPerPage : own
}
