/** How this device, not the account, shows the site; `web/head-script.ts` follows it before the first paint. */
export type DeviceChoice = 'theme' | 'pictures'

/** What was chosen, or `system`. */
export function deviceChoice(name: DeviceChoice): string {
  return localStorage.getItem(name) ?? 'system'
}

/** Keeps the choice on this device, and shows the page so. */
export function chooseForDevice(name: DeviceChoice, value: string): void {
  if (value === 'system') localStorage.removeItem(name)
  else localStorage.setItem(name, value)
  const root = document.documentElement
  // Pictures only when tapped; by itself where the device saves data.
  if (name === 'pictures')
    root.toggleAttribute('data-light', value === 'tap' || (value === 'system' && connection().saveData === true))
  else if (value === 'system') delete root.dataset.theme
  else root.dataset.theme = value
}

/** Network Information, which the types of the browser don't know and not every browser tells. */
export function connection(): { saveData?: boolean; effectiveType?: string } {
  return (navigator as { connection?: ReturnType<typeof connection> }).connection ?? {}
}
