import { readUser } from '../session/session.ts'
import { filesWith, pieceBytes, putPiece, readPieces, recordingPrefix, removeFile, replaceFile } from './database.ts'
import { canKeep } from './key.ts'

// A recording exists nowhere else, so its pieces are stored on this device as they come, encrypted like the outbox,
// until its form is posted. A reload, a closed browser or a crash loses at most the last second.

/** Address of the file on the server, and the time until which it is valid, in ms by this device's clock. */
export type RecordingPlace = { fileUrl: string; until: number }
type Meta = { name: string; type: string; place?: RecordingPlace | undefined }

/** Index of the metadata; the file's bytes follow. */
const metaAt = 0
let work: Promise<unknown> = Promise.resolve()

/**
 * Starts storing a recording in place of the previous one. Returns a function that adds its pieces.
 * @param form the form and its field
 */
export function storeRecording(form: string, { name, type }: Meta): (piece: Blob) => void {
  const file = fileOf(form)
  let at = metaAt
  inTurn(async () => {
    await removeFile(file)
    await putPiece(file, metaAt, jsonOf({ name, type }))
  })
  return (piece) => {
    const place = ++at
    inTurn(() => putPiece(file, place, piece))
  }
}

/** Stores a file under this name, and removes the recording `from`. Returns false if this changed nothing. */
export async function storeInPlaceOf(from: string, form: string, file: File, place?: RecordingPlace): Promise<boolean> {
  const [before, after] = [fileOf(from), fileOf(form)]
  const { name, type } = file
  let isStored = false
  inTurn(async () => {
    if (!(await hasRoom(file.size))) return
    await replaceFile(before, after, [[metaAt, jsonOf({ name, type, place })], ...piecesOf(file)])
    isStored = true
  })
  await work
  return isStored
}

/** Returns whether the device has enough room to store this many bytes until they are sent. */
export async function hasRoom(bytes: number): Promise<boolean> {
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = (await navigator.storage?.estimate().catch(() => null)) ?? {}
  return quota - usage > 2 * bytes
}

/** Records that the server has the file, so that it isn't sent again. */
export function notePlace(form: string, { name, type }: File, place: RecordingPlace): void {
  const file = fileOf(form)
  inTurn(async () => {
    if ((await filesWith(file)).includes(file)) await putPiece(file, metaAt, jsonOf({ name, type, place }))
  })
}

/** Returns the recording stored for this form, or undefined. */
export async function restoreRecording(form: string): Promise<{ file: File; place?: RecordingPlace } | undefined> {
  if (!canKeep()) return undefined
  await work
  const pieces = await readPieces(fileOf(form)).catch(() => undefined)
  const meta = pieces && metaOf(pieces)
  if (!meta) return undefined
  pieces.delete(metaAt)
  if (pieces.size === 0) return undefined
  const { name, type, place } = meta
  const file = new File([...pieces.values()], name, { type })
  return place && place.until > Date.now() ? { file, place } : { file }
}

/** Returns the rest of the name of each stored recording whose name begins with this prefix. */
export async function recordingsWith(prefix: string): Promise<string[]> {
  if (!canKeep()) return []
  await work
  const names = await filesWith(fileOf(prefix)).catch(() => [])
  return names.map((name) => name.slice(fileOf(prefix).length))
}

export function forgetRecording(form: string): void {
  const file = fileOf(form)
  inTurn(() => removeFile(file))
}

/** Deletes every recording whose name begins with this prefix. */
export function forgetRecordings(prefix: string): void {
  const before = fileOf(prefix)
  inTurn(async () => {
    for (const file of await filesWith(before)) await removeFile(file)
  })
}

/**
 * Replaces the prefix in the names of recordings with another one.
 * @param isNeedless returns whether a recording can be deleted instead, because the server has it at this address
 */
export function moveRecordings(from: string, to: string, isNeedless = (_fileUrl: string) => false): void {
  const [before, after] = [fileOf(from), fileOf(to)]
  inTurn(async () => {
    for (const file of await filesWith(before)) {
      const pieces = await readPieces(file)
      const fileUrl = metaOf(pieces)?.place?.fileUrl
      const blobs = [...pieces].map(([at, bytes]): [number, Blob] => [at, new Blob([bytes])])
      if (fileUrl && isNeedless(fileUrl)) await removeFile(file)
      else await replaceFile(file, after + file.slice(before.length), blobs)
    }
  })
}

/** Runs a step after all earlier ones and ignores its failure. Does nothing if this device can't store items. */
function inTurn(step: () => Promise<void>): void {
  if (!canKeep()) return
  work = work.then(step).catch(() => {})
}

function piecesOf(file: File): [number, Blob][] {
  const count = Math.ceil(file.size / pieceBytes)
  return Array.from({ length: count }, (_, at) => [metaAt + 1 + at, file.slice(at * pieceBytes, (at + 1) * pieceBytes)])
}

/** Returns the account's own file name for a form. */
function fileOf(form: string): string {
  return `${recordingPrefix}${readUser()?.id}:${form}`
}

function metaOf(pieces: ReadonlyMap<number, ArrayBuffer>): Meta | undefined {
  const meta = pieces.get(metaAt)
  return meta && (JSON.parse(new TextDecoder().decode(meta)) as Meta)
}

function jsonOf(meta: Meta): Blob {
  return new Blob([JSON.stringify(meta)])
}
