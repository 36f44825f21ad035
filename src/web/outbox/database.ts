import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { deviceKey } from './key.ts'

// The database `urithi-outbox`: what waits, and the files it takes along in pieces. All that anyone wrote is sealed
// (AES-GCM, a fresh IV each, bound to its place); in the open lie only the account, the order, and whether it is going out.

type Sealed = { iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer }

/** One row; `order` is its place in the line, `key` what it is sealed for, `files` their names; former builds left them out. */
export type Row = { order?: number; key: string; account: string; files?: string[]; sending: boolean; sealed: Sealed }
type Piece = { file: string; at: number; sealed: Sealed }

type Schema = DBSchema & {
  items: { key: number; value: Row; indexes: { account: string } }
  pieces: { key: [string, number]; value: Piece }
}

export const databaseName = 'urithi-outbox'
/** Bytes that are sealed at once: memory stays flat however large a file is. */
const pieceBytes = 1024 * 1024

let opened: Promise<IDBPDatabase<Schema>> | undefined

/** The database, opened once. Rejects where the browser refuses storage. */
export function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(databaseName, 1, {
    upgrade(db) {
      const items = db.createObjectStore('items', { keyPath: 'order', autoIncrement: true })
      items.createIndex('account', 'account')
      db.createObjectStore('pieces', { keyPath: ['file', 'at'] })
    },
    terminated() {
      opened = undefined
    },
  }).catch((error) => {
    opened = undefined
    throw error
  })
  return opened
}

/** Seals JSON. @param place what it is bound to: opened as anything else it is refused */
export async function seal(value: unknown, place: string): Promise<Sealed> {
  return sealBytes(new TextEncoder().encode(JSON.stringify(value)), place)
}

export async function unseal<T>(sealed: Sealed, place: string): Promise<T> {
  return JSON.parse(new TextDecoder().decode(await unsealBytes(sealed, place))) as T
}

/** Keeps a file under a name of its own. A device that is full rejects, and nothing of it stays. */
export async function keepFile(name: string, file: Blob): Promise<void> {
  const db = await database()
  try {
    for (let at = 0; at * pieceBytes < file.size; at++) {
      const part = await file.slice(at * pieceBytes, (at + 1) * pieceBytes).arrayBuffer()
      await db.put('pieces', { file: name, at, sealed: await sealBytes(part, `${name}/${at}`) })
    }
  } catch (error) {
    await removeFile(name).catch(() => {})
    throw error
  }
}

/** Bytes `start` to `end`, without the last, of a kept file. */
export async function readFile(name: string, start: number, end: number): Promise<Blob> {
  const db = await database()
  const parts: ArrayBuffer[] = []
  for (let at = Math.floor(start / pieceBytes); at * pieceBytes < end; at++) {
    const piece = await db.get('pieces', [name, at])
    if (!piece) throw new Error('a piece of the file is missing')
    const bytes = await unsealBytes(piece.sealed, `${name}/${at}`)
    parts.push(bytes.slice(Math.max(0, start - at * pieceBytes), Math.min(pieceBytes, end - at * pieceBytes)))
  }
  return new Blob(parts)
}

export async function removeFile(name: string): Promise<void> {
  await (await database()).delete('pieces', piecesOf(name))
}

/** Removes a row with its files, both or neither. Answers whose it was. */
export async function removeRow(order: number): Promise<string | undefined> {
  const transaction = (await database()).transaction(['items', 'pieces'], 'readwrite')
  const [items, pieces] = [transaction.objectStore('items'), transaction.objectStore('pieces')]
  const row = await items.get(order)
  await Promise.all([items.delete(order), ...(row?.files ?? []).map((name) => pieces.delete(piecesOf(name)))])
  await transaction.done
  return row?.account
}

/**
 * Removes the pieces of files that no row names: the browser ended while they were put. Nothing goes while a row does not
 * say which files are its own.
 */
export async function removeUnnamed(): Promise<void> {
  const transaction = (await database()).transaction(['items', 'pieces'], 'readwrite')
  const rows = await transaction.objectStore('items').getAll()
  if (rows.every(({ files }) => files)) {
    const named = new Set(rows.flatMap(({ files = [] }) => files))
    const pieces = transaction.objectStore('pieces')
    for (const key of await pieces.getAllKeys()) if (!named.has(key[0])) await pieces.delete(key)
  }
  await transaction.done
}

function piecesOf(name: string): IDBKeyRange {
  return IDBKeyRange.bound([name, 0], [name, Number.MAX_SAFE_INTEGER])
}

async function sealBytes(bytes: BufferSource, place: string): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, bytes: await crypto.subtle.encrypt(algorithm(iv, place), await deviceKey(), bytes) }
}

async function unsealBytes({ iv, bytes }: Sealed, place: string): Promise<ArrayBuffer> {
  return crypto.subtle.decrypt(algorithm(iv, place), await deviceKey(), bytes)
}

function algorithm(iv: Uint8Array<ArrayBuffer>, place: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(place) }
}
