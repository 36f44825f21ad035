import { newUuid } from '../api.ts'

// The files that this page has. In a form and in its post, each file that isn't sent yet is represented by its id.

/**
 * How long an uploaded file can be posted. The server deletes unclaimed files after 24 hours; an hour is left for
 * posting.
 */
export const placeLastsMs = 23 * 60 * 60 * 1000

/** A file and where this device stores it (`form-files.ts`). */
export type DeviceFile = {
  /** Names these bytes, wherever they are stored. */
  id: string
  file: File
  /** The form and field that it was added to. */
  form: string
  /** The stored file that it was made of, if it is smaller. */
  madeOf?: string | undefined
  /** Until when the server has it, in ms by this device's clock. */
  until?: number | undefined
}

const prefix = 'held:'
const files = new Map<string, DeviceFile>()

/** Returns an id for a file. Later ones sort after earlier ones. */
export function newFileId(): string {
  return prefix + newUuid()
}

/** Holds a file, and returns its address: its id, or the one that the server gave it. */
export function holdFile(file: DeviceFile, address = file.id): string {
  files.set(address, file)
  return address
}

const previews = new Map<string, string>()

/**
 * Returns an address that displays a file: the address itself, or an object URL for a held file. It is empty until this
 * page holds that file.
 */
export function previewOf(address: string): string {
  const held = files.get(address)
  if (!held) return isHeld(address) ? '' : address
  const preview = previews.get(held.id) ?? URL.createObjectURL(held.file)
  previews.set(held.id, preview)
  return preview
}

/** Returns the file with this address, or undefined if this page doesn't hold it. */
export function heldFile(address: string): DeviceFile | undefined {
  return files.get(address)
}

/** Returns whether an address is the id of a file that is not sent yet. */
export function isHeld(address: unknown): address is string {
  return typeof address === 'string' && address.startsWith(prefix)
}

/** Returns the address of every file in a post that isn't sent yet or that this page holds. */
export function filesIn(input: unknown): string[] {
  if (typeof input === 'string') return isHeld(input) || files.has(input) ? [input] : []
  return typeof input === 'object' && input !== null ? Object.values(input).flatMap(filesIn) : []
}

/** Returns the post with the addresses that the files have now. */
export function withAddresses<T>(input: T, addressOf: ReadonlyMap<string, string>): T {
  if (typeof input === 'string') return (addressOf.get(input) ?? input) as T
  if (Array.isArray(input)) return input.map((one) => withAddresses(one, addressOf)) as T
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, withAddresses(value, addressOf)])) as T
}
