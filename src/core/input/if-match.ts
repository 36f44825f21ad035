/** Returns whether two times are the same moment, as `updatedAt` and an If-Match that was copied from it are. */
export function isSameVersion(one: string, other: string): boolean {
  return Date.parse(one) === Date.parse(other)
}
