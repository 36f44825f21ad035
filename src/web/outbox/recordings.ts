import { readUser } from '../session/session.ts'
import { putPiece, readPieces, recordingPrefix, removeFile } from './database.ts'
import { canKeep } from './key.ts'

// A recording exists nowhere else, so its pieces are stored on this device as they come, encrypted like the outbox,
// until its form is posted. A reload, a closed browser or a crash loses at most the last second.

/** Address of the file on the server, and the time until which it is valid, in ms by this device's clock. */
export type RecordingPlace = { fileUrl: string; until: number }
type Meta = { name: string; type: string; place?: RecordingPlace }

/** Index of the metadata; the file's bytes follow. */
const metaAt = 0
let work: Promise<unknown> = Promise.resolve()

/**
 * Starts storing a recording in place of the previous one. Returns a function that adds its pieces. @param form the
 * form and its field
 */
export function storeRecording(form: string, meta: Meta): (piece: Blob) => void {
  const file = fileOf(form)
  let at = metaAt
  inTurn(async () => {
    await removeFile(file)
    await putPiece(file, metaAt, jsonOf(meta))
  })
  return (piece) => {
    const place = ++at
    inTurn(() => putPiece(file, place, piece))
  }
}

/** Records that the server has the file, so that it isn't sent again. */
export function notePlace(form: string, { name, type }: File, place: RecordingPlace): void {
  const file = fileOf(form)
  inTurn(async () => {
    if ((await readPieces(file)).size > 0) await putPiece(file, metaAt, jsonOf({ name, type, place }))
  })
}

/** Returns the recording stored for this form, or undefined. */
export async function restoreRecording(form: string): Promise<{ file: File; place?: RecordingPlace } | undefined> {
  if (!canKeep()) return undefined
  await work
  const pieces = await readPieces(fileOf(form)).catch(() => undefined)
  const meta = pieces?.get(metaAt)
  if (!pieces || !meta) return undefined
  pieces.delete(metaAt)
  if (pieces.size === 0) return undefined
  const { name, type, place } = JSON.parse(new TextDecoder().decode(meta)) as Meta
  const file = new File([...pieces.values()], name, { type })
  return place && place.until > Date.now() ? { file, place } : { file }
}

export function forgetRecording(form: string): void {
  const file = fileOf(form)
  inTurn(() => removeFile(file))
}

/** Runs a step after all earlier ones and ignores its failure. Does nothing if this device can't store items. */
function inTurn(step: () => Promise<void>): void {
  if (!canKeep()) return
  work = work.then(step).catch(() => {})
}

/** Returns the account's own file name for a form. */
function fileOf(form: string): string {
  return `${recordingPrefix}${readUser()?.id}:${form}`
}

function jsonOf(meta: Meta): Blob {
  return new Blob([JSON.stringify(meta)])
}
