// Files that a form holds back because they can't be sent now. An address stands for each in what is posted.

const prefix = 'held:'
const files = new Map<string, File>()

/** Answers the address that stands for the file in this page, and in the outbox once it is kept there. */
export function holdFile(file: File): string {
  const address = prefix + crypto.randomUUID()
  files.set(address, file)
  return address
}

/** The file that an address stands for; gone with the page. */
export function heldFile(address: string): File | undefined {
  return files.get(address)
}

const returned = new Map<string, File>()

/** Gives a file back to the form that opens next. @param field which of its fields */
export function returnFile(field: string, file: File): void {
  returned.set(field, file)
}

/** The file that was given back to this field, once. */
export function takeReturned(field: string): File | undefined {
  const file = returned.get(field)
  returned.delete(field)
  return file
}

/** Whether an address stands for a file that is not sent yet. */
export function isHeld(address: unknown): address is string {
  return typeof address === 'string' && address.startsWith(prefix)
}

/** Every such address in what is to be posted, with the field that names it. */
export function heldIn(input: unknown, field = ''): { address: string; field: string }[] {
  if (isHeld(input)) return [{ address: input, field }]
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([name, value]) => heldIn(value, Array.isArray(input) ? field : name))
}

/** The same with each file's real address in place of the one that stood for it. */
export function withAddresses<T>(input: T, addressOf: ReadonlyMap<string, string>): T {
  if (isHeld(input)) return (addressOf.get(input) ?? input) as T
  if (Array.isArray(input)) return input.map((one) => withAddresses(one, addressOf)) as T
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, withAddresses(value, addressOf)])) as T
}
