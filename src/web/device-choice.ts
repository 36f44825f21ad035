import { useSyncExternalStore } from 'react'
import { dataUsed } from '#src/reading/data-usage.ts'
import { chooseForDevice, type DeviceChoice, deviceChoice } from '../reading/device.ts'
import { subscribe, tell } from './storage.ts'

export type { DeviceChoice }

/** Returns this device's choice, or `system`, and a function that changes it. */
export function useDeviceChoice(name: DeviceChoice): [string, (value: string) => void] {
  const chosen = useSyncExternalStore(
    subscribe,
    () => deviceChoice(name),
    () => 'system',
  )
  const choose = (value: string) => {
    chooseForDevice(name, value)
    tell()
  }
  return [chosen, choose]
}

/** Returns the bytes received this month; null on the server. */
export function useDataUsed(): number | null {
  return useSyncExternalStore(subscribe, dataUsed, () => null)
}
