/** Pattern of an id (a UUID in lower case), for use within a larger pattern. */
export const idPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const exactId = new RegExp(`^${idPattern}$`)

/** Returns whether a text is an id, which a query for a `uuid` column requires. */
export function isId(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && exactId.test(text)
}

/** The id that comes before all others. */
export const lowestId = '00000000-0000-0000-0000-000000000000'

/**
 * Yields all rows in order of their ids. They are read in batches, so that memory use stays small.
 * @param read returns the first `size` rows after an id
 */
export async function* eachById<T extends { id: string }>(
  size: number,
  read: (after: string) => Promise<T[]>,
): AsyncGenerator<T> {
  for (let after: string | undefined = lowestId; after; ) {
    const rows: T[] = await read(after)
    yield* rows
    after = rows.length < size ? undefined : rows.at(-1)?.id
  }
}
