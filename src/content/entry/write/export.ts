/** Returns an address of the site in its absolute form; undefined if there is none. */
export type Address = (path: unknown) => string | undefined

/** Describes how the entries of a type are written to exported files. `T` is an entry as the API returns it. */
export type Exported<T = never> = {
  /** The fields that are columns of its CSV. A type that can be imported has the columns of its import instead. */
  columns?: readonly (keyof T & string)[]
  /** Returns the JSON-LD of the fields that only this type has. */
  describe(entry: T, address: Address): Record<string, unknown>
}

export function addresses(files: readonly { url: string }[], address: Address) {
  return files.map(({ url }) => address(url))
}
