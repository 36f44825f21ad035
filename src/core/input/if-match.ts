/** Returns whether an `updatedAt` and an If-Match are the same moment, even if they are formatted differently. */
export function isSameVersion(one: string, other: string): boolean {
  return Date.parse(one) === Date.parse(other)
}
