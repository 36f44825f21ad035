/**
 * Returns the address of a typed link (http, https, mailto or tel), with its scheme added if it is missing. Returns
 * undefined for anything else. A telephone number without its scheme must begin with a plus sign.
 */
export function linkAddress(typed: string): string | undefined {
  const address = typed.trim()
  const phone = /^(?:tel:)?(\+?[\d\s().-]+)$/i.exec(address)?.[1]?.replace(/[^+\d]/g, '')
  if (phone && phone.length > 4 && /^(?:tel:|\+)/i.test(address)) return `tel:${phone}`
  // A browser would take a bare number for an IP address.
  if (address === '' || /\s/.test(address) || /^\d+$/.test(address)) return undefined
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d)/i.exec(address)?.[1]?.toLowerCase()
  if (scheme === 'mailto') return /^mailto:[^@]+@[^@]+$/i.test(address) ? address : undefined
  if (!scheme && /^[^@/]+@[^@/]+\.[^@/]+$/.test(address)) return `mailto:${address}`
  if (scheme && scheme !== 'http' && scheme !== 'https') return undefined
  const url = URL.parse(scheme ? address : `https://${address}`)
  return url && (url.hostname.includes('.') || url.hostname === 'localhost') ? url.href : undefined
}
