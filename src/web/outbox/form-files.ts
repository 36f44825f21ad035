import { pause } from '#core/concurrency/pause.ts'
import { readUser } from '../session/session.ts'
import {
  begunFilesWith,
  countPieces,
  filesWith,
  formFilePrefix,
  pieceBytes,
  putPiece,
  readFirstPiece,
  readPieces,
  removeFile,
  replaceFile,
} from './database.ts'
import { canStore } from './key.ts'

// A form's files are stored on this device, encrypted like the outbox, until the form is posted: a recording in pieces
// as they come, a picked file as soon as it is picked. A reload, a closed browser or a crash loses at most the last
// second of a recording, and what was recorded while the device stored a large file.

/**
 * Address of the file on the server, and the time until which it is valid, in ms by this device's clock; if it was made
 * smaller, with the name and size in bytes that it has there.
 */
export type Place = { fileUrl: string; until: number; name?: string; size?: number }
type Meta = {
  name: string
  type: string
  /** Bytes of a complete file; undefined for a recording that is still growing, or that a crash ended. */
  size?: number | undefined
  place?: Place | undefined
  /** True if it is to be sent at full size. */
  original?: boolean | undefined
}
type More = Pick<Meta, 'place' | 'original'>
type Stored = More & { file: File }

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

/** Stores a file under this name, and removes the one stored as `from`. Returns false if this changed nothing. */
export async function storeInPlaceOf(from: string, form: string, file: File, more: More = {}): Promise<boolean> {
  const [before, after] = [fileOf(from), fileOf(form)]
  const { name, type, size } = file
  let isStored = false
  inTurn(async () => {
    if (!(await hasRoom(file.size))) return
    await replaceFile(before, after, [[metaAt, jsonOf({ name, type, size, ...more })], ...piecesOf(file)])
    isStored = true
  })
  await work
  return isStored
}

/** Stores a complete file in place of the form's previous one, which is deleted even if there is no room for this one. */
export function storeFile(form: string, file: File, more: More): void {
  forgetFile(form)
  void storeInPlaceOf(form, form, file, more)
}

/** Records that the recording that is stored for this form ended as this file. */
export function endRecording(form: string, { name, size }: File): void {
  addToMeta(form, { size }, (meta) => meta.name === name && meta.size === undefined)
}

/** Records where the server has this file, or how it is to be sent, unless another file is stored for the form by now. */
export function note(form: string, file: File, more: More): void {
  addToMeta(form, more, (meta) => isOf(file, meta))
}

/** Adds to the metadata of the file that is stored for this form, if it `is` the one that is meant. */
function addToMeta(form: string, more: Partial<Meta>, is: (meta: Meta) => boolean): void {
  const stored = fileOf(form)
  inTurn(async () => {
    const meta = await metaOf(await readFirstPiece(stored))
    if (meta && is(meta)) await putPiece(stored, metaAt, jsonOf({ ...meta, ...more }))
  })
}

/** Returns whether the device has enough room to store this many bytes until they are sent. */
export async function hasRoom(bytes: number): Promise<boolean> {
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = (await navigator.storage?.estimate().catch(() => null)) ?? {}
  return quota - usage > 2 * bytes
}

/** Returns the file stored for this form with its latest place, or undefined. */
export async function restoreFile(form: string): Promise<Stored | undefined> {
  if (!canStore()) return undefined
  await work
  const pieces = await readPieces(fileOf(form)).catch(() => undefined)
  const meta = pieces && (await metaOf(pieces.get(metaAt)))
  if (!meta) return undefined
  pieces.delete(metaAt)
  if (pieces.size === 0) return undefined
  const { name, type, size: _, ...more } = meta
  return { file: new File([...pieces.values()], name, { type }), ...more }
}

/** Returns whether a file was made by the recorder, which names it. */
export function wasRecorded({ name }: File): boolean {
  return /^recording\.\w+$/.test(name)
}

/** Returns whether a file is stored for this form. */
export async function hasStored(form: string): Promise<boolean> {
  if (!canStore()) return false
  await work
  const file = fileOf(form)
  const isBegun = (await readFirstPiece(file).catch(() => undefined)) !== undefined
  return isBegun && (await countPieces(file).catch(() => 0)) > 0
}

/** Returns whether the server still has the file at this place. */
export function isValid({ until }: Place): boolean {
  return until > Date.now()
}

/** Returns the rest of the name of each stored file whose name begins with this prefix. */
export async function storedWith(prefix: string): Promise<string[]> {
  if (!canStore()) return []
  await work
  const names = await begunFilesWith(fileOf(prefix)).catch(() => [])
  return names.map((name) => name.slice(fileOf(prefix).length))
}

/** Deletes the file stored for this form. @param only the file to delete; by default, any */
export function forgetFile(form: string, only?: File): void {
  const file = fileOf(form)
  inTurn(async () => {
    const meta = only && (await metaOf(await readFirstPiece(file)))
    if (!only || (meta && isOf(only, meta))) await removeFile(file)
  })
}

/** Deletes every file whose name begins with this prefix. */
export function forgetFiles(prefix: string): void {
  const before = fileOf(prefix)
  inTurn(async () => {
    for (const file of await filesWith(before)) await removeFile(file)
  })
}

/**
 * Replaces the prefix in the names of files with another one.
 * @param isNeedless returns whether a file can be deleted instead, because the server has it at this address
 */
export function moveFiles(from: string, to: string, isNeedless = (_fileUrl: string) => false): void {
  const [before, after] = [fileOf(from), fileOf(to)]
  inTurn(async () => {
    for (const file of await filesWith(before)) {
      const fileUrl = (await metaOf(await readFirstPiece(file)))?.place?.fileUrl
      if (fileUrl && isNeedless(fileUrl)) await removeFile(file)
      else await replaceFile(file, after + file.slice(before.length), [...(await readPieces(file))])
    }
  })
}

/** Resolves once all files have been stored or deleted as asked, or after two seconds: some browsers never answer. */
export async function filesSettled(): Promise<void> {
  await Promise.race([work, pause(2_000)])
}

/** Runs a step after all earlier ones and ignores its failure. Does nothing if this device can't store items. */
function inTurn(step: () => Promise<void>): void {
  if (!canStore()) return
  work = work.then(step).catch(() => {})
}

function piecesOf(file: File): [number, Blob][] {
  const count = Math.ceil(file.size / pieceBytes)
  return Array.from({ length: count }, (_, at) => [metaAt + 1 + at, file.slice(at * pieceBytes, (at + 1) * pieceBytes)])
}

/** Returns the account's own file name for a form. */
function fileOf(form: string): string {
  return `${formFilePrefix}${readUser()?.id}:${form}`
}

/** Returns whether this is the metadata of a file. A recording that is still growing is no file. */
function isOf(file: File, { name, type, size }: Meta): boolean {
  return name === file.name && type === file.type && size === file.size
}

async function metaOf(first: Blob | undefined): Promise<Meta | undefined> {
  return first && (JSON.parse(await first.text()) as Meta)
}

function jsonOf(meta: Meta): Blob {
  return new Blob([JSON.stringify(meta)])
}
