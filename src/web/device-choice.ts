import { useSyncExternalStore } from 'react'
import { dataUsed } from '../reading/meter.ts'

/** How this device, not the account, shows the site; `head-script.ts` follows it before the first paint. */
export type DeviceChoice = 'theme' | 'pictures'

const listeners = new Set<() => void>()

/** What was chosen, or `system`. */
export function useDeviceChoice(name: DeviceChoice): string {
  return useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(name) ?? 'system',
    () => 'system',
  )
}

export function chooseForDevice(name: DeviceChoice, value: string): void {
  if (value === 'system') localStorage.removeItem(name)
  else localStorage.setItem(name, value)
  const root = document.documentElement
  const { connection } = navigator as { connection?: { saveData: boolean } }
  if (name === 'pictures')
    root.toggleAttribute('data-light', value === 'tap' || (value === 'system' && connection?.saveData === true))
  else if (value === 'system') delete root.dataset.theme
  else root.dataset.theme = value
  for (const listener of listeners) listener()
}

/** Bytes received since this month began; null on the server. */
export function useDataUsed(): number | null {
  return useSyncExternalStore(subscribe, dataUsed, () => null)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
