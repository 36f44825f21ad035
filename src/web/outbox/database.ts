import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import { ApiError } from '../errors.ts'
import { text } from '../text.ts'
import type { Source } from '../upload/pieces.ts'
import { databaseName } from './count.ts'
import { type Sealed, sealBytes, unsealBytes } from './encryption.ts'
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
 * A piece of a file: the first says what the file is, the others are its bytes. `sealedAs` is the name that its
 * encryption is bound to, if the file was renamed since. Files in items of earlier versions begin with their bytes.
 */
type Piece = { file: string; at: number; sealed: Sealed; sealedAs?: string }
type Schema = DBSchema & {
  items: { key: number; value: Row; indexes: { account: string } }
  pieces: { key: [string, number]; value: Piece }
}

/** Prefix of the names of files whose forms have not been posted, from the time when only recordings were stored. */
export const formFilePrefix = 'recording:'
/** Bytes encrypted at a time, so that memory use doesn't grow with the file. */
const pieceBytes = 1024 * 1024

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

/**
 * Stores a file. The first piece, without which the others aren't found, comes last. On a full device it rejects and
 * stores nothing.
 */
export async function keepFile(name: string, first: Blob, file: Blob): Promise<void> {
  try {
    for (let at = 0; at * pieceBytes < file.size; at++)
      await putPiece(name, at + 1, file.slice(at * pieceBytes, (at + 1) * pieceBytes))
    await putPiece(name, 0, first)
  } catch (error) {
    await removeFile(name).catch(() => {})
    throw error
  }
}

/**
 * Returns a stored file as a source that reads one piece at a time. It rejects with ApiError if a piece is missing.
 * @param first the index of the piece with which its bytes begin
 */
export function storedSource(name: string, size: number, first: number): Source {
  /** Where each piece begins, as far as they have been read: those of a recording have different lengths. */
  const starts = [0]
  return {
    size,
    async slice(start, end) {
      const parts: Blob[] = []
      let at = starts.findLastIndex((one) => one <= start)
      for (let from = starts[at] ?? 0; from < end; at++) {
        const piece = await (await database()).get('pieces', [name, first + at])
        if (!piece) throw new ApiError(410, 'gone', text.outbox.fileGone)
        const bytes = await contentOf(piece)
        if (from + bytes.size > start) parts.push(bytes.slice(Math.max(0, start - from), end - from))
        from += bytes.size
        starts[at + 1] = from
      }
      return new Blob(parts)
    },
  }
}

/** Stores one piece of a form's file. `strict` makes sure that it is on the disk if the battery runs out. */
export async function putPiece(file: string, at: number, bytes: Blob): Promise<void> {
  const sealed = await sealBytes(await bytes.arrayBuffer(), `${file}/${at}`)
  const transaction = (await database()).transaction('pieces', 'readwrite', { durability: 'strict' })
  await Promise.all([transaction.store.put({ file, at, sealed }), transaction.done])
}

/** Number of pieces that are read at a time, so that memory use doesn't grow with the file. */
const readAtATime = 16

/** Returns the pieces of a form’s file in order; undefined if its first one is missing. */
export async function readPieces(file: string): Promise<[first: Blob, ...bytes: Blob[]] | undefined> {
  const db = await database()
  const contents: Blob[] = []
  for (let next = 0; ; ) {
    const pieces = await db.getAll('pieces', piecesOf(file, next), readAtATime)
    if (next === 0 && pieces[0]?.at !== 0) return undefined
    // The browser can move a blob from memory to the disk.
    for (const piece of pieces) contents.push(await contentOf(piece))
    const last = pieces.at(-1)
    if (!last || pieces.length < readAtATime) return contents as [Blob]
    next = last.at + 1
  }
}

/** Returns the first piece of a form’s file, or undefined if there is none. */
export async function readFirstPiece(file: string): Promise<Blob | undefined> {
  const piece = await (await database()).get('pieces', [file, 0])
  return piece && contentOf(piece)
}

async function contentOf({ file, at, sealed, sealedAs = file }: Piece): Promise<Blob> {
  return new Blob([await unsealBytes(sealed, `${sealedAs}/${at}`)])
}

/** The present and the new name of a file. */
export type Move = readonly [from: string, to: string]

/** Renames files, all or none, without reading what is in them. */
export function moveFiles(moves: readonly Move[]): Promise<void> {
  return inTransaction((transaction) => rename(transaction, moves))
}

type Transaction = IDBPTransaction<Schema, ('items' | 'pieces')[], 'readwrite'>

/** Runs `work` in a transaction. If it fails, nothing is changed. */
async function inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const transaction = (await database()).transaction(['items', 'pieces'], 'readwrite')
  try {
    const result = await work(transaction)
    await transaction.done
    return result
  } catch (error) {
    transaction.done.catch(() => {})
    try {
      transaction.abort()
    } catch {
      // The failure may have ended the transaction already.
    }
    throw error
  }
}

async function rename(transaction: Transaction, moves: readonly Move[]): Promise<void> {
  const pieces = transaction.objectStore('pieces')
  for (const [from, to] of moves)
    for (const key of await pieces.getAllKeys(piecesOf(from))) {
      const piece = await pieces.get(key)
      if (piece) await pieces.put({ sealedAs: from, ...piece, file: to })
      await pieces.delete(key)
    }
}

export async function removeFile(name: string): Promise<void> {
  await (await database()).delete('pieces', piecesOf(name))
}

/** Returns the names of the stored files that begin with this prefix, even those of which the first piece is missing. */
export async function filesWith(prefix: string): Promise<string[]> {
  const keys = await (await database()).getAllKeys('pieces', beginningWith(prefix))
  return [...new Set(keys.map(([file]) => file))]
}

/** Deletes the files of forms that an account has not posted. */
export async function removeFormFiles(account: string): Promise<void> {
  await (await database()).delete('pieces', beginningWith(`${formFilePrefix}${account}:`))
}

/**
 * Adds an item, moves its files into the outbox and deletes those that they were made of, all or nothing. Returns the
 * item's place in the queue. Rejects with ApiError if a file is missing.
 */
export function addRow(row: Row, moves: readonly Move[], needless: readonly string[]): Promise<number> {
  return inTransaction(async (transaction) => {
    const order = await transaction.objectStore('items').add(row)
    for (const [from] of moves)
      if (!(await transaction.objectStore('pieces').getKey([from, 0])))
        throw new ApiError(410, 'gone', text.outbox.fileGone)
    await rename(transaction, moves)
    for (const name of needless) await transaction.objectStore('pieces').delete(piecesOf(name))
    return order
  })
}

/**
 * Deletes an item with its files, except those that are moved. Returns its account, undefined if it was gone before, or
 * null if it stays because it is being posted.
 */
export function removeRow(
  order: number,
  { unlessPosting = false, moves = [] }: { unlessPosting?: boolean; moves?: readonly Move[] } = {},
): Promise<string | undefined | null> {
  return inTransaction(async (transaction) => {
    const [items, pieces] = [transaction.objectStore('items'), transaction.objectStore('pieces')]
    const row = await items.get(order)
    if (unlessPosting && row?.posting) return null
    if (row) await rename(transaction, moves)
    await Promise.all([items.delete(order), ...(row?.files ?? []).map((name) => pieces.delete(piecesOf(name)))])
    return row?.account
  })
}

/**
 * Deletes pieces of files that no item names, which earlier versions left when the browser was closed; files of forms
 * stay. Does nothing while an item doesn't list its files.
 */
export function removeUnnamed(): Promise<void> {
  return inTransaction(async (transaction) => {
    const rows = await transaction.objectStore('items').getAll()
    if (!rows.every(({ files }) => files)) return
    const usedFiles = new Set(rows.flatMap(({ files = [] }) => files))
    const pieces = transaction.objectStore('pieces')
    for (const key of await pieces.getAllKeys())
      if (!usedFiles.has(key[0]) && !key[0].startsWith(formFilePrefix)) await pieces.delete(key)
  })
}

function beginningWith(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound([prefix, 0], [`${prefix}\uffff`, 0])
}

function piecesOf(name: string, from = 0): IDBKeyRange {
  return IDBKeyRange.bound([name, from], [name, Number.MAX_SAFE_INTEGER])
}
