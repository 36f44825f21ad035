/**
 * Returns the address of a typed link (http, https or mailto; adds the scheme if missing), or undefined for anything
 * else.
 */
export function linkAddress(typed: string): string | undefined {
  const address = typed.trim()
  if (address === '' || /\s/.test(address)) return undefined
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d)/i.exec(address)?.[1]?.toLowerCase()
  if (scheme === 'mailto') return /^mailto:[^@]+@[^@]+$/i.test(address) ? address : undefined
  if (!scheme && /^[^@/]+@[^@/]+\.[^@/]+$/.test(address)) return `mailto:${address}`
  if (scheme && scheme !== 'http' && scheme !== 'https') return undefined
  const url = URL.parse(scheme ? address : `https://${address}`)
  return url && (url.hostname.includes('.') || url.hostname === 'localhost') ? url.href : undefined
}
