/** What was typed as the address of a link: http, https or mailto, the first two guessed; undefined for anything else. */
export function linkAddress(typed: string): string | undefined {
  const given = typed.trim()
  if (given === '' || /\s/.test(given)) return undefined
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d)/i.exec(given)?.[1]?.toLowerCase()
  if (scheme === 'mailto') return /^mailto:[^@]+@[^@]+$/i.test(given) ? given : undefined
  if (!scheme && /^[^@/]+@[^@/]+\.[^@/]+$/.test(given)) return `mailto:${given}`
  if (scheme && scheme !== 'http' && scheme !== 'https') return undefined
  const url = URL.parse(scheme ? given : `https://${given}`)
  return url && (url.hostname.includes('.') || url.hostname === 'localhost') ? url.href : undefined
}
