/** Returns the absolute form of an address of the site; undefined for none. */
export type Address = (path: unknown) => string | undefined

/** How the entries of a type go into exported files. `T` is an entry as the API answers it. */
export type Exported<T = never> = {
  /** The fields that are columns of its CSV. A type that can be imported has the columns of its import instead. */
  columns?: readonly (keyof T & string)[]
  /** Returns what JSON-LD says of an entry besides what it says of every entry and type. */
  describe(entry: T, address: Address): Record<string, unknown>
}

/** Returns the addresses of listed files. */
export function addresses(files: readonly { url: string }[], address: Address) {
  return files.map(({ url }) => address(url))
}
