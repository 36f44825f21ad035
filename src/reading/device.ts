import { speculationRules } from '#src/offline/speculation.ts'
import { local } from '#src/offline/storage.ts'

/** Settings of this device; `web/head-script.ts` applies them before the first paint. */
export type DeviceChoice = 'theme' | 'pictures'

export function deviceChoice(name: DeviceChoice): string {
  return local.read(name) ?? 'system'
}

/** Stores the choice on this device and applies it to the page. */
export function chooseForDevice(name: DeviceChoice, value: string): void {
  local.write(name, value === 'system' ? null : value)
  const root = document.documentElement
  // `tap` loads pictures only when they are tapped, which is the default in data-saver mode.
  if (name === 'pictures')
    root.toggleAttribute('data-light', value === 'tap' || (value === 'system' && connection().saveData === true))
  else if (value === 'system') delete root.dataset.theme
  else root.dataset.theme = value
}

/** Returns the Network Information API, which TypeScript doesn't declare and some browsers lack. */
export function connection(): { saveData?: boolean; effectiveType?: string } {
  return (navigator as { connection?: ReturnType<typeof connection> }).connection ?? {}
}

/**
 * Lets browsers with speculation rules fetch the next page while its link is being pressed, unless data-saver mode is
 * on or the network is slower than 3G.
 */
export function prefetchPressed(): void {
  const { saveData, effectiveType = '' } = connection()
  if (saveData || /2g/.test(effectiveType)) return
  if (!HTMLScriptElement.supports?.('speculationrules')) return
  const script = document.createElement('script')
  script.type = 'speculationrules'
  script.textContent = speculationRules
  document.head.append(script)
}
