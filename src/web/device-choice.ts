import { useSyncExternalStore } from 'react'
import { chooseForDevice, type DeviceChoice, deviceChoice } from '../reading/device.ts'
import { dataUsed } from '../reading/meter.ts'
import { subscribe, tell } from './storage.ts'

export type { DeviceChoice }

/** What was chosen on this device, or `system`, and how to choose. */
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

/** Bytes received since this month began; null on the server. */
export function useDataUsed(): number | null {
  return useSyncExternalStore(subscribe, dataUsed, () => null)
}
