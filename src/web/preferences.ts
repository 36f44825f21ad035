import { useMemo, useSyncExternalStore } from 'react'
import { subscribe, tell } from './storage.ts'

/** What a member chose and every view follows (spec §3). */
export type Preferences = {
  language: string
  timezone: string
  defaultView: 'grid' | 'list'
  itemsPerPage: number
  /** False until a number was saved: until then each view has its own of spec §9. */
  itemsPerPageChosen: boolean
}

/** Spec §9. */
const defaults: Preferences = {
  language: 'en',
  timezone: 'Africa/Nairobi',
  defaultView: 'grid',
  itemsPerPage: 24,
  itemsPerPageChosen: false,
}

const name = 'preferences'
let known: { raw: string | null; value: Preferences } = { raw: null, value: defaults }

/** Keeps the preferences on this device, so that the first paint of the next page follows them already. */
export function storePreferences(preferences: Preferences): void {
  localStorage.setItem(name, JSON.stringify(preferences))
  tell()
}

export function forgetPreferences(): void {
  localStorage.removeItem(name)
}

function read(): Preferences {
  const raw = localStorage.getItem(name)
  if (raw !== known.raw) known = { raw, value: parsed(raw) }
  return known.value
}

function parsed(raw: string | null): Preferences {
  try {
    return { ...defaults, ...(JSON.parse(raw ?? '{}') as Partial<Preferences>) }
  } catch {
    return defaults
  }
}

/** The member's preferences; the defaults on the server and for a guest. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, read, () => defaults)
}

/** How dates are written for this member: the setting of `formatDate` and its siblings. */
export function useDateSetting(): { timeZone: string } {
  const { timezone } = usePreferences()
  return useMemo(() => ({ timeZone: timezone }), [timezone])
}

/** How many entries a list asks for: what the member saved, else the view's own number. */
export function usePageSize(own: number): number {
  const { itemsPerPage, itemsPerPageChosen } = usePreferences()
  return itemsPerPageChosen ? itemsPerPage : own
}
