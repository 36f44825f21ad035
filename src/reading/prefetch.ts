import { speculationRules } from '#src/offline/speculation.ts'

type Connection = { saveData?: boolean; effectiveType?: string }

/** Fetches the next page while its link is being pressed; never where the reader saves data or the network is slower than 3G. */
export function prefetchPressed(): void {
  const { connection } = navigator as Navigator & { connection?: Connection }
  if (connection?.saveData || /2g/.test(connection?.effectiveType ?? '')) return
  if (!HTMLScriptElement.supports?.('speculationrules')) return
  const script = document.createElement('script')
  script.type = 'speculationrules'
  script.textContent = speculationRules
  document.head.append(script)
}
