// Holds files that a form can't send now. In the post, a placeholder address represents each file.

/**
 * How long an uploaded file can be posted. The server deletes unclaimed files after 24 hours; an hour is left for
 * posting.
 */
export const placeLastsMs = 23 * 60 * 60 * 1000

const prefix = 'held:'
const files = new Map<string, File>()

/** Holds a file. Returns its placeholder address in this page and in the outbox. */
export function holdFile(file: File, address = prefix + crypto.randomUUID()): string {
  files.set(address, file)
  return address
}

const previews = new Map<string, string>()

/**
 * Returns an address that displays a file: the address itself, or an object URL for a held file. It is empty until this
 * page holds that file.
 */
export function previewOf(address: string): string {
  const file = files.get(address)
  if (!file) return isHeld(address) ? '' : address
  const preview = previews.get(address) ?? URL.createObjectURL(file)
  previews.set(address, preview)
  return preview
}

/** Returns the file of a placeholder address, or undefined if this page doesn't hold it. */
export function heldFile(address: string): File | undefined {
  return files.get(address)
}

const returnedFiles = new Map<string, File>()

/** Gives a file back to the form that opens next. @param field name of its field */
export function returnFile(field: string, file: File): void {
  returnedFiles.set(field, file)
}

/** Returns the file given back to this field, once. */
export function takeReturned(field: string): File | undefined {
  const file = returnedFiles.get(field)
  returnedFiles.delete(field)
  return file
}

/** Returns whether an address is a placeholder of a file that is not sent yet. */
export function isHeld(address: unknown): address is string {
  return typeof address === 'string' && address.startsWith(prefix)
}

/** Returns every placeholder address in a post, with its field. */
export function heldIn(input: unknown, field = ''): { address: string; field: string }[] {
  if (isHeld(input)) return [{ address: input, field }]
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([name, value]) => heldIn(value, Array.isArray(input) ? field : name))
}

/** Returns the post with the real addresses of its files. */
export function withAddresses<T>(input: T, addressOf: ReadonlyMap<string, string>): T {
  if (isHeld(input)) return (addressOf.get(input) ?? input) as T
  if (Array.isArray(input)) return input.map((one) => withAddresses(one, addressOf)) as T
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, withAddresses(value, addressOf)])) as T
}
