import { newKey } from '../api.ts'
import { draftOf } from '../draft.ts'
import { readUser } from '../session.ts'
import { text } from '../text.ts'
import { placeOf } from '../upload.ts'
import { setCount } from './count.ts'
import {
  database,
  keepFile,
  type Row,
  readFile,
  removeFile,
  removeRow,
  removeUnnamed,
  seal,
  unseal,
} from './database.ts'
import { heldFile, heldIn, returnFile } from './held.ts'
import { canKeep } from './key.ts'
import { inTurn, mark, unmark } from './mark.ts'

/** Where the form is that it was written in, and what was typed there. */
export type Edit = { page: string; draft: string; values: unknown }

export type HeldFile = {
  /** What stands for it in `input`; its pieces lie under this name. */
  address: string
  field: string
  name: string
  type: string
  /** Bytes. */
  size: number
  /** Once the server has named a place for it: `until` in ms by this device's clock. */
  place?: { fileUrl: string; resumeUrl: string | undefined; until: number; whole: boolean }
}

/** What the server has kept unclaimed for longer may be gone: an hour is left for the rest. */
export const placeLastsMs = 23 * 60 * 60 * 1000

/** What waits: one operation with all that it takes. */
export type Item = {
  /** The Idempotency-Key of every try. */
  key: string
  /** `article.create` */
  operation: string
  input: Record<string, unknown>
  /** What it is called on the screen. */
  title: string
  edit?: Edit | undefined
  files: HeldFile[]
  /** ISO 8601. */
  at: string
  /** Its files have been sent once more from the start. */
  retriedFiles?: boolean
  /** Why the server did not take it, in its own words: it waits for the person. */
  refusal?: string | undefined
}
export type Waiting = Item & { order: number }

/** It could not be kept on this device: the sentence says why. */
export class NotKept extends Error {}

export type NewItem = Pick<Item, 'operation' | 'input' | 'title' | 'edit'> & { key?: string }

/** Puts it at the end of the line, files first. Throws NotKept; then nothing of it stays, and the form has it still. */
export async function addItem(item: NewItem): Promise<Waiting> {
  return inTurn(() => add(item))
}

/** Removes what of a file was left by a browser that ended while it was being kept, unless a tab is at it. */
export async function sweep(): Promise<void> {
  if (!('locks' in navigator)) return
  await inTurn(async () => {
    await removeUnnamed()
    unmark()
  })
}

async function add({ key = newKey(), operation, input, title, edit }: NewItem): Promise<Waiting> {
  const account = readUser()?.id
  if (!account || !canKeep()) throw new NotKept(text.outbox.notSecure)
  const files: HeldFile[] = []
  try {
    await askToPersist()
    mark()
    for (const { address, field } of heldIn(input)) {
      const file = heldFile(address)
      if (!file) throw new NotKept(text.outbox.fileGone)
      await keepFile(address, file)
      const begun = placeOf(file)
      const place = begun && { ...begun, until: Date.now() + placeLastsMs, whole: false }
      files.push({ address, field, name: file.name, type: file.type, size: file.size, ...(place && { place }) })
    }
    const item: Item = { key, operation, input, title: nameOf(title), edit, files, at: new Date().toISOString() }
    const names = files.map(({ address }) => address)
    const row = { key, account, files: names, sending: false, sealed: await seal(item, key) }
    const order = await (await database()).add('items', row)
    await recount(account)
    return { ...item, order }
  } catch (error) {
    for (const { address } of files) await removeFile(address).catch(() => {})
    if (error instanceof NotKept) throw error
    throw new NotKept(isFull(error) ? text.outbox.full : text.outbox.refused)
  } finally {
    unmark()
  }
}

/** All that waits of the signed-in account, in its order. */
export async function listItems(): Promise<Waiting[]> {
  const account = readUser()?.id
  if (!account || !canKeep()) return []
  const rows = await (await database()).getAllFromIndex('items', 'account', account)
  const items: Waiting[] = []
  for (const row of rows) items.push(await open(row))
  return items
}

/** The item as it is now; undefined when it has been taken away. */
export async function findItem(order: number): Promise<Waiting | undefined> {
  const row = await (await database()).get('items', order)
  return row && open(row)
}

/** Keeps what has changed of it, unless it has been taken away meanwhile. */
export async function saveItem({ order, ...item }: Waiting, { sending = false } = {}): Promise<void> {
  const sealed = await seal(item, item.key)
  const transaction = (await database()).transaction('items', 'readwrite')
  const row = await transaction.store.get(order)
  if (row) await transaction.store.put({ ...row, sending, sealed })
  await transaction.done
}

/** Takes it out of the line with its files. */
export async function removeItem({ order }: Pick<Waiting, 'order'>): Promise<void> {
  const account = await removeRow(order)
  if (account) await recount(account)
}

/** Whether it is on its way just now, or was when the browser was closed. */
export async function isSending(order: number): Promise<boolean> {
  return (await (await database()).get('items', order))?.sending === true
}

/** Gives it back to the form it was written in, and takes it out of the line. Answers the form's page. */
export async function takeBack(item: Waiting & { edit: Edit }): Promise<string> {
  for (const { address, field, name, type, size } of item.files)
    returnFile(field, new File([await readFile(address, 0, size)], name, { type }))
  draftOf(item.edit.draft).write(item.edit.values)
  await removeItem(item)
  return item.edit.page
}

/** Removes all that the signed-in account keeps here. */
export async function removeAll(): Promise<void> {
  const account = readUser()?.id
  if (!account) return
  for (const item of await listItems()) await removeItem(item)
  await recount(account)
}

const longestName = 80

/** The first line of a text, as far as it names it. */
function nameOf(text: string): string {
  const [line = ''] = text.trim().split('\n')
  return line.length > longestName ? `${line.slice(0, longestName - 1).trimEnd()}…` : line
}

async function recount(account: string): Promise<void> {
  setCount(account, await (await database()).countFromIndex('items', 'account', account))
}

async function open({ order = 0, key, sealed }: Row): Promise<Waiting> {
  return { ...(await unseal<Item>(sealed, key)), order }
}

/** So that a browser short of room does not clear it away; asked once there is something to lose. */
async function askToPersist(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false)
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}
