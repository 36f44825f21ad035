/** Name of the header that every answer of the site has (`server/http/security-headers.ts`). */
export const siteMark = 'x-urithi'

/**
 * Returns whether the site itself gave an answer. School filters, hotspots and proxies without a connection to the site
 * answer in its place, with any status.
 * @param header returns the value of a header, or null
 */
export function isOfSite(header: (name: string) => string | null): boolean {
  if (header(siteMark) !== null) return true
  // Earlier releases, which may still run on another instance, sent these two together.
  return header('x-frame-options') === 'DENY' && header('referrer-policy') === 'strict-origin-when-cross-origin'
}

/** Returns whether something else answered in place of the site. An answer without visible headers counts as the site's. */
export function isForeign({ type, headers }: Response): boolean {
  return !type.startsWith('opaque') && !isOfSite((name) => headers.get(name))
}

/** Does the same as `fetch`, and also rejects if something else answered in place of the site. */
export async function fetchFromSite(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const answer = await fetch(input, init)
  if (isForeign(answer)) throw new TypeError('Something else answered in place of the site')
  return answer
}
