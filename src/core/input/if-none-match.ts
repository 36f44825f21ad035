/**
 * Returns whether If-None-Match names this entity tag, so that the reader's copy is still valid (RFC 9110, 13.1.2). A
 * proxy that compresses makes tags weak (`W/"…"`), and tags are compared as if all were.
 */
export function isNamed(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  if (ifNoneMatch.trim() === '*') return true
  const tags: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? []
  return tags.includes(etag.replace(/^W\//, ''))
}
