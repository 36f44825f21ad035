import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { type Sealed, sealBytes, unsealBytes } from './encryption.ts'
import { databaseName } from './mark.ts'
import { noteRefusal } from './storage-refused.ts'

// The database `urithi-outbox` contains the waiting items and, in pieces, their files and those of unposted forms. All
// content is encrypted (AES-GCM, with a new IV each time, and bound to its place); only an item's account, order, key
// and state, and the names under which files are stored, are readable.

/**
 * One item; `order` is its place in the queue, `key` its Idempotency-Key, which its encryption is bound to, and `files`
 * the names of its files (missing in items that older versions stored).
 */
export type Row = {
  order?: number
  key: string
  account: string
  files?: string[]
  sending: boolean
  posting?: boolean
  sealed: Sealed
}
/**
 * Pieces of a file have `pieceBytes` bytes, except the last. Those of a recording have the length with which they
 * arrived.
 */
type Piece = { file: string; at: number; sealed: Sealed }

type Schema = DBSchema & {
  items: { key: number; value: Row; indexes: { account: string } }
  pieces: { key: [string, number]; value: Piece }
}

/** Prefix of the names of files whose forms have not been posted, from the time when only recordings were stored. */
export const formFilePrefix = 'recording:'
/** Bytes encrypted at a time, so that memory use doesn't grow with the file. */
export const pieceBytes = 1024 * 1024

let connection: Promise<IDBPDatabase<Schema>> | undefined

/** Opens the database once. Rejects if the browser refuses storage. */
export function database(): Promise<IDBPDatabase<Schema>> {
  connection ??= open().catch((error) => {
    connection = undefined
    noteRefusal()
    throw error
  })
  return connection
}

/** Opens the database. It is `async` because some browsers throw and others reject. */
async function open(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(databaseName, 1, {
    upgrade(db) {
      const items = db.createObjectStore('items', { keyPath: 'order', autoIncrement: true })
      items.createIndex('account', 'account')
      db.createObjectStore('pieces', { keyPath: ['file', 'at'] })
    },
    terminated() {
      connection = undefined
    },
  })
}

/** Stores a file under its name. On a full device it rejects and stores nothing. */
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

/** Returns bytes `start` to `end` (exclusive) of a stored file. Rejects if a piece is missing. */
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

/** Stores one piece of a form's file. `strict` makes sure that it is on the disk if the battery runs out. */
export async function putPiece(file: string, at: number, bytes: Blob): Promise<void> {
  const sealed = await sealBytes(await bytes.arrayBuffer(), `${file}/${at}`)
  const transaction = (await database()).transaction('pieces', 'readwrite', { durability: 'strict' })
  await Promise.all([transaction.store.put({ file, at, sealed }), transaction.done])
}

/** Number of pieces that are read at a time, so that memory use doesn't grow with the file. */
const readAtATime = 16

/** Returns the pieces of a form’s file in order, by position. */
export async function readPieces(file: string): Promise<Map<number, Blob>> {
  const db = await database()
  const contents = new Map<number, Blob>()
  for (let next = 0; ; ) {
    const pieces = await db.getAll('pieces', piecesOf(file, next), readAtATime)
    // The browser can move a blob from memory to the disk.
    for (const { at, sealed } of pieces) contents.set(at, new Blob([await unsealBytes(sealed, `${file}/${at}`)]))
    const last = pieces.at(-1)
    if (!last || pieces.length < readAtATime) return contents
    next = last.at + 1
  }
}

/** Returns the first piece of a form’s file, or undefined if there is none. */
export async function readFirstPiece(file: string): Promise<Blob | undefined> {
  const piece = await (await database()).get('pieces', [file, 0])
  return piece && new Blob([await unsealBytes(piece.sealed, `${file}/0`)])
}

/**
 * Stores a form’s file under another name. The first piece, without which the others aren't found, is stored last, in the
 * transaction that deletes `from`, so that the file never exists twice, and is never missing.
 */
export async function replaceFile(from: string, to: string, [first, ...others]: [number, Blob][]): Promise<void> {
  if (!first) return
  const sealPiece = async ([at, bytes]: [number, Blob]): Promise<Piece> => ({
    file: to,
    at,
    sealed: await sealBytes(await bytes.arrayBuffer(), `${to}/${at}`),
  })
  const db = await database()
  await removeFile(to)
  try {
    for (const piece of others) await db.put('pieces', await sealPiece(piece))
    const sealed = await sealPiece(first)
    const transaction = db.transaction('pieces', 'readwrite')
    const { store } = transaction
    await Promise.all([from !== to && store.delete(piecesOf(from)), store.put(sealed), transaction.done])
  } catch (error) {
    await removeFile(to).catch(() => {})
    throw error
  }
}

export async function removeFile(name: string): Promise<void> {
  await (await database()).delete('pieces', piecesOf(name))
}

/** Returns the number of pieces of a form's file that follow its first one. */
export async function countPieces(file: string): Promise<number> {
  return (await database()).count('pieces', piecesOf(file, 1))
}

/** Returns the names of the stored files that begin with this prefix, with those of which the first piece is missing. */
export async function filesWith(prefix: string): Promise<string[]> {
  const keys = await (await database()).getAllKeys('pieces', beginningWith(prefix))
  return [...new Set(keys.map(([file]) => file))]
}

/** Returns the names of the stored files that begin with this prefix and have a first piece. */
export async function begunFilesWith(prefix: string): Promise<string[]> {
  const keys = await (await database()).getAllKeys('pieces', beginningWith(prefix))
  return keys.filter(([, at]) => at === 0).map(([file]) => file)
}

/** Deletes the files of forms that an account has not posted. */
export async function removeFormFiles(account: string): Promise<void> {
  await (await database()).delete('pieces', beginningWith(`${formFilePrefix}${account}:`))
}

/**
 * Deletes an item with its files in one transaction. Returns its account, undefined if it was gone before, or null if
 * it stays because it is being posted.
 */
export async function removeRow(order: number, { unlessPosting = false } = {}): Promise<string | undefined | null> {
  const transaction = (await database()).transaction(['items', 'pieces'], 'readwrite')
  const [items, pieces] = [transaction.objectStore('items'), transaction.objectStore('pieces')]
  const row = await items.get(order)
  if (unlessPosting && row?.posting) return null
  await Promise.all([items.delete(order), ...(row?.files ?? []).map((name) => pieces.delete(piecesOf(name)))])
  await transaction.done
  return row?.account
}

/**
 * Deletes pieces of files that no item names, left when the browser was closed; files of forms stay. Does nothing while
 * an item doesn't list its files.
 */
export async function removeUnnamed(): Promise<void> {
  const transaction = (await database()).transaction(['items', 'pieces'], 'readwrite')
  const rows = await transaction.objectStore('items').getAll()
  if (rows.every(({ files }) => files)) {
    const usedFiles = new Set(rows.flatMap(({ files = [] }) => files))
    const pieces = transaction.objectStore('pieces')
    for (const key of await pieces.getAllKeys())
      if (!usedFiles.has(key[0]) && !key[0].startsWith(formFilePrefix)) await pieces.delete(key)
  }
  await transaction.done
}

function beginningWith(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound([prefix, 0], [`${prefix}\uffff`, 0])
}

function piecesOf(name: string, from = 0): IDBKeyRange {
  return IDBKeyRange.bound([name, from], [name, Number.MAX_SAFE_INTEGER])
}
