import { storeItem } from '#src/offline/drafts.ts'
import { newKey } from '../api.ts'
import { type DraftName, draftOf, linkPrefix } from '../drafts/draft.ts'
import { readUser } from '../session/session.ts'
import { text } from '../text.ts'
import { continueAt, placeOf } from '../upload/send-file.ts'
import { setCount } from './count.ts'
import {
  database,
  keepFile,
  type Row,
  readFile,
  removeFile,
  removeFormFiles,
  removeRow,
  removeUnnamed,
} from './database.ts'
import { seal, unseal } from './encryption.ts'
import { heldFile, heldIn, holdFile, placeLastsMs, returnFile } from './held-files.ts'
import { canStore } from './key.ts'
import { inTurn, mark, unmark } from './mark.ts'
import { isRefused } from './storage-refused.ts'

/** The form an item was written in, what was typed there, and the version of the account's draft that it continued. */
export type Edit = { page: string; draft: DraftName; values: unknown; savedAt?: string | null | undefined }

export type HeldFile = {
  /** The placeholder in `input`; the file's pieces are stored under this name. */
  address: string
  field: string
  name: string
  type: string
  /** Bytes. */
  size: number
  /** The upload, once the server has created it: `until` in ms by this device's clock. */
  place?: { fileUrl: string; resumeUrl: string | undefined; until: number; whole: boolean }
}

/** A waiting item: one operation with its input and files. */
export type Item = {
  /** The Idempotency-Key of every attempt. */
  key: string
  /** Name of the operation, such as `article.create`. */
  operation: string
  input: Record<string, unknown>
  /** Title shown on screen. */
  title: string
  edit?: Edit | undefined
  files: HeldFile[]
  /** ISO 8601. */
  at: string
  /** True once its files have been sent again from the start. */
  retriedFiles?: boolean
  /** The server's message, if it refused the item. The item then waits for the person. */
  refusal?: string | undefined
  /** True if the server would refuse it again, unless it is changed. */
  final?: boolean
}
export type Waiting = Item & { order: number }

/** Thrown when an item can't be stored on this device; the message says why. */
export class NotStored extends Error {}

export type NewItem = Pick<Item, 'operation' | 'input' | 'title' | 'edit'> & { key?: string }

/** Adds an item to the queue, files first. On failure it throws NotStored, stores nothing and leaves the form alone. */
export async function addItem(item: NewItem): Promise<Waiting> {
  return inTurn(() => add(item))
}

/** Deletes files left by a browser that was closed while storing them. Waits while a tab is storing others. */
export async function sweep(): Promise<void> {
  if (!('locks' in navigator)) return
  await inTurn(async () => {
    await removeUnnamed()
    unmark()
  })
}

async function add({ key = newKey(), operation, input, title, edit }: NewItem): Promise<Waiting> {
  const account = readUser()?.id
  if (!account || !canStore()) throw new NotStored(isRefused() ? text.outbox.refused : text.outbox.notSecure)
  const files: HeldFile[] = []
  try {
    askToPersist()
    mark()
    for (const { address, field } of heldIn(input)) {
      const file = heldFile(address)
      if (!file) throw new NotStored(text.outbox.fileGone)
      await keepFile(address, file)
      const startedUpload = placeOf(file)
      const place = startedUpload && { ...startedUpload, until: Date.now() + placeLastsMs, whole: false }
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
    if (error instanceof NotStored) throw error
    throw new NotStored(isFull(error) ? text.outbox.full : text.outbox.refused)
  } finally {
    unmark()
  }
}

/** Returns all waiting items of the signed-in account, in order. */
export async function listItems(): Promise<Waiting[]> {
  const account = readUser()?.id
  if (!account || !canStore()) return []
  const rows = await (await database()).getAllFromIndex('items', 'account', account)
  const items: Waiting[] = []
  for (const row of rows) items.push(await open(row))
  return items
}

/** Returns an item as it is stored now, or undefined if it was removed. */
export async function findItem(order: number): Promise<Waiting | undefined> {
  const row = await (await database()).get('items', order)
  return row && open(row)
}

/** Stores changes to an item, unless it was removed in the meantime. */
export async function saveItem({ order, ...item }: Waiting, { sending = false } = {}): Promise<void> {
  const sealed = await seal(item, item.key)
  const transaction = (await database()).transaction('items', 'readwrite')
  const row = await transaction.store.get(order)
  if (row) await transaction.store.put({ ...row, sending, posting: false, sealed })
  await transaction.done
}

/** Marks an item as being posted, so that it can't be cancelled. Returns false if it is gone. */
export async function beginPosting(order: number): Promise<boolean> {
  const transaction = (await database()).transaction('items', 'readwrite')
  const row = await transaction.store.get(order)
  if (row) await transaction.store.put({ ...row, posting: true })
  await transaction.done
  return row !== undefined
}

/** Removes an item unless it is being posted. Returns whether the item is gone. */
export async function cancelItem({ order }: Pick<Waiting, 'order'>): Promise<boolean> {
  const account = await removeRow(order, { unlessPosting: true })
  if (account) await recount(account)
  return account !== null
}

/** Removes an item with its files. */
export async function removeItem({ order }: Pick<Waiting, 'order'>): Promise<void> {
  const account = await removeRow(order)
  if (account) await recount(account)
}

/** Returns whether an item is being sent, or was when the browser was closed. */
export async function isSending(order: number): Promise<boolean> {
  return (await (await database()).get('items', order))?.sending === true
}

/** Removes a refused item for the form that waits for it; its uploads continue where they stopped. */
export async function returnToForm(item: Waiting): Promise<void> {
  const latest = await findItem(item.order)
  for (const { address, place } of latest?.files ?? []) {
    const file = heldFile(address)
    if (file && place?.resumeUrl) continueAt(file, { ...place, resumeUrl: place.resumeUrl })
  }
  await removeItem(item)
}

/** Moves an item back to the form it was written in. Returns the form's page. */
export async function takeBack(item: Waiting & { edit: Edit }): Promise<string> {
  for (const { address, field, name, type, size } of item.files) {
    const file = new File([await readFile(address, 0, size)], name, { type })
    returnFile(field, file)
    // Lists of files refer to them by these addresses.
    holdFile(file, address)
  }
  returnDraft(item, item.edit)
  await removeItem(item)
  return item.edit.page
}

/**
 * Puts what was typed back into its form, with the id and version of its draft in the account, so that posting it still
 * deletes the draft, and saving it doesn't bring back one that is gone.
 */
export function returnDraft(
  { operation, input, title }: Pick<Item, 'operation' | 'input' | 'title'>,
  edit: Edit,
): void {
  // Earlier versions stored items with a draft's name that lacked the account.
  const account = `:${readUser()?.id}`
  const draft = edit.draft.endsWith(account) ? edit.draft : (`${edit.draft}${account}` as DraftName)
  draftOf(draft).write(edit.values)
  const { draftId } = input
  // `drafts/link.ts` reads this link.
  const link = { id: draftId, kind: operation.split('.')[0], title, savedAt: edit.savedAt ?? null }
  if (draftId) storeItem(linkPrefix + draft, JSON.stringify(link))
}

/** Removes all items and files of unposted forms of the signed-in account. */
export async function removeAll(): Promise<void> {
  const account = readUser()?.id
  if (!account) return
  for (const item of await listItems()) await removeItem(item)
  await removeFormFiles(account)
  await recount(account)
}

const longestName = 80

/** Returns the first line of a text as its title, truncated. */
function nameOf(text: string): string {
  const [line = ''] = text.trim().split('\n')
  return line.length > longestName ? `${line.slice(0, longestName - 1).trimEnd()}…` : line
}

/** Stores the number of waiting items of an account, by default of the signed-in one. */
export async function recount(account = readUser()?.id): Promise<void> {
  if (account) setCount(account, await (await database()).countFromIndex('items', 'account', account))
}

async function open({ order = 0, key, sealed }: Row): Promise<Waiting> {
  return { ...(await unseal<Item>(sealed, key)), order }
}

/**
 * Asks the browser not to delete the data when space runs low, once there is something to lose. Nothing waits for the
 * answer: Firefox asks the person, who may never answer.
 */
function askToPersist(): void {
  void navigator.storage?.persist?.().catch(() => {})
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}
