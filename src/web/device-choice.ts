import { useSyncExternalStore } from 'react'
import { dataUsed } from '../reading/meter.ts'
import { subscribe, tell } from './storage.ts'

/** How this device, not the account, shows the site; `head-script.ts` follows it before the first paint. */
export type DeviceChoice = 'theme' | 'pictures'

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
  tell()
}

/** Bytes received since this month began; null on the server. */
export function useDataUsed(): number | null {
  return useSyncExternalStore(subscribe, dataUsed, () => null)
}
