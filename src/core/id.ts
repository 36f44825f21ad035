/** Pattern of an id (a UUID in lower case), for use within a larger pattern. */
export const idPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const exactId = new RegExp(`^${idPattern}$`)

/** Returns whether a text is an id, which a query for a `uuid` column requires. */
export function isId(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && exactId.test(text)
}
