import { speculationRules } from '#src/offline/speculation.ts'
import { connection } from './device.ts'

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
