import { pause } from '#core/concurrency/pause.ts'
import { readUser } from '../session/session.ts'
import {
  filesWith,
  formFilePrefix,
  keepFile,
  type Move,
  moveFiles,
  putPiece,
  readFirstPiece,
  readPieces,
  removeFile,
} from './database.ts'
import { canStore } from './key.ts'

// A form's files are stored on this device, encrypted like the outbox, until the form is posted: a recording in pieces
// as they come, a picked file as soon as it is picked. A reload, a closed browser or a crash loses at most the last
// second of a recording, and what was recorded while the device stored a large file. Each file is stored under its form,
// its field and its id. Posting moves it into the outbox, and taking the post back moves it to its form again.

/**
 * Address of the file on the server, and the time until which it is valid, in ms by this device's clock; if it was made
 * smaller, with the name and size in bytes that it has there.
 */
export type Place = { fileUrl: string; until: number; name?: string; size?: number }
/** Facts about a stored file besides its name and type. */
export type More = {
  place?: Place | undefined
  /** True if it is to be sent at full size. */
  original?: boolean | undefined
  /** True if it was made small already. */
  small?: boolean | undefined
  /** True if it is the field's file, not one of the list that the field fills. */
  own?: boolean | undefined
}
/** The first piece of a stored file; `size` in bytes is missing for a recording, which grows. */
type Meta = More & { name: string; type: string; size?: number }
export type StoredFile = More & { id: string; file: File }

let work: Promise<unknown> = Promise.resolve()

/** Starts storing a recording of a field. Returns a function that adds its pieces. */
export function storeRecording(form: string, id: string, { name, type }: Meta): (piece: Blob) => void {
  const file = nameOf(form, id)
  let at = 0
  void inTurn(() => putPiece(file, 0, jsonOf({ name, type, own: true })))
  return (piece) => {
    const place = ++at
    void inTurn(() => putPiece(file, place, piece))
  }
}

/** Stores a file of a field. Returns false if the device refuses it. */
export async function storeFile(form: string, id: string, file: File, more: More): Promise<boolean> {
  let isStored = false
  await inTurn(async () => {
    if (!(await hasRoom(file.size))) return
    await keepInForm(form, id, file, more)
    isStored = true
  })
  return isStored
}

/** Stores a file of a field immediately. Rejects if the device refuses it. */
export function keepInForm(form: string, id: string, file: File, more: More): Promise<void> {
  const { name, type, size } = file
  return keepFile(nameOf(form, id), jsonOf({ name, type, size, ...more }), file)
}

/** Records something about a stored file, such as where the server has it. */
export function note(form: string, id: string, more: More): Promise<void> {
  const stored = nameOf(form, id)
  return inTurn(async () => {
    const meta = await metaOf(await readFirstPiece(stored))
    if (meta) await putPiece(stored, 0, jsonOf({ ...meta, ...more }))
  })
}

/** Returns whether the device has enough room to store this many bytes until they are sent. */
export async function hasRoom(bytes: number): Promise<boolean> {
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = (await navigator.storage?.estimate().catch(() => null)) ?? {}
  return quota - usage > 2 * bytes
}

/** Returns the ids of a field's files on this device, the oldest first, even of those that are incomplete. */
export async function storedIds(form: string): Promise<string[]> {
  const names = await storedWith(form)
  return names.filter((rest) => rest === '' || rest.startsWith(':')).map((rest) => rest.slice(1))
}

/** Returns a file that this device has stored for a field; undefined if it is incomplete. */
export async function restoreFile(form: string, id: string): Promise<StoredFile | undefined> {
  await work
  const [first, ...bytes] = (await readPieces(nameOf(form, id)).catch(() => undefined)) ?? []
  const meta = await metaOf(first)
  if (!meta || bytes.length === 0) return undefined
  const { name, type, size, ...more } = meta
  const file = new File(bytes, name, { type })
  // Earlier versions stored no id with the file of a field.
  return size === undefined || size === file.size ? { ...(id === '' && { own: true }), ...more, id, file } : undefined
}

/** Returns whether a file is stored as a whole. */
export async function isStored(form: string, id: string): Promise<boolean> {
  await work
  return (await readFirstPiece(nameOf(form, id)).catch(() => undefined)) !== undefined
}

/** Returns whether a file was made by the recorder, which names it. */
export function wasRecorded({ name }: File): boolean {
  return /^recording\.\w+$/.test(name)
}

/** Returns whether the server still has the file at this place. */
export function isValid({ until }: Place): boolean {
  return until > Date.now()
}

/** Returns the rest of the name of each stored file whose name begins with this prefix. */
export async function storedWith(prefix: string): Promise<string[]> {
  if (!canStore()) return []
  await work
  const names = await filesWith(nameOf(prefix, '')).catch(() => [])
  return names.map((name) => name.slice(nameOf(prefix, '').length))
}

/** Deletes a file of a field. */
export function forgetFile(form: string, id: string): void {
  void inTurn(() => removeFile(nameOf(form, id)))
}

/** Deletes every file whose name begins with this prefix. */
export function forgetFiles(prefix: string): Promise<void> {
  return inTurn(async () => {
    for (const file of await filesWith(nameOf(prefix, ''))) await removeFile(file)
  })
}

/**
 * Replaces the prefix in the names of files with another one.
 * @param isNeedless returns whether a file can be deleted instead, because the server has it at this address
 */
export function moveForm(from: string, to: string, isNeedless = (_fileUrl: string) => false): void {
  const [before, after] = [nameOf(from, ''), nameOf(to, '')]
  void inTurn(async () => {
    const moves: Move[] = []
    for (const file of await filesWith(before)) {
      const fileUrl = (await metaOf(await readFirstPiece(file)))?.place?.fileUrl
      if (fileUrl && isNeedless(fileUrl)) await removeFile(file)
      else moves.push([file, after + file.slice(before.length)])
    }
    await moveFiles(moves)
  })
}

/** Resolves once all files have been stored or deleted as asked, or after two seconds: some browsers never answer. */
export async function filesSettled(): Promise<void> {
  await Promise.race([work, pause(2_000)])
}

/** Runs a step after all earlier ones and ignores its failure. Does nothing if this device can't store items. */
async function inTurn(step: () => Promise<void>): Promise<void> {
  if (!canStore()) return
  work = work.then(step).catch(() => {})
  await work
}

/** Returns the account's own name of a file; without an id, its beginning. */
export function nameOf(form: string, id: string): string {
  return `${formFilePrefix}${readUser()?.id}:${form}${id && `:${id}`}`
}

async function metaOf(first: Blob | undefined): Promise<Meta | undefined> {
  return first && (JSON.parse(await first.text()) as Meta)
}

function jsonOf(meta: Meta): Blob {
  return new Blob([JSON.stringify(meta)])
}
