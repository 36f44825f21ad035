import { newKey } from '../api.ts'
import { type DraftKind, type DraftName, draftOf, unsentLink } from '../drafts/draft.ts'
import { filesOf, putAwayFiles } from '../drafts/link.ts'
import { ApiError } from '../errors.ts'
import { readUser } from '../session/session.ts'
import { local } from '../storage.ts'
import { text } from '../text.ts'
import { continueAt, placeOf } from '../upload/send-file.ts'
import { leftMark, setCount } from './count.ts'
import {
  addRow,
  database,
  type Move,
  type Row,
  removeFormFiles,
  removeRow,
  removeUnnamed,
  storedSource,
} from './database.ts'
import { seal, unseal } from './encryption.ts'
import { forgetFiles, isStored, keepInForm, nameOf } from './form-files.ts'
import { filesIn, heldFile, isHeld, placeLastsMs } from './held-files.ts'
import { canStore } from './key.ts'
import { isRefused } from './storage-refused.ts'

/** The form an item was written in, what was typed there, and the version of the account's draft that it continued. */
export type Edit = { page: string; draft: DraftName; values: unknown; savedAt?: string | null | undefined }

/** A file of an item. */
export type HeldFile = {
  /** Its address in `input`: an id, or the address that the server gave it. */
  address: string
  /** The form and field that it came from, and its id. Items of earlier versions have the post's field instead. */
  from?: { form: string; id: string }
  field?: string
  name: string
  type: string
  /** Bytes. */
  size: number
  /** The upload, once the server has created it: `until` in ms by this device's clock. */
  place?: { fileUrl: string; resumeUrl?: string | undefined; until: number; whole: boolean }
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

/**
 * Adds an item to the queue and moves the files of its form into the outbox. On failure it throws NotStored, stores
 * nothing and leaves the form alone.
 */
export async function addItem({ key = newKey(), operation, input, title, edit }: NewItem): Promise<Waiting> {
  const account = readUser()?.id
  if (!account || !canStore()) throw new NotStored(isRefused() ? text.outbox.refused : text.outbox.notSecure)
  try {
    askToPersist()
    const files: HeldFile[] = []
    const needless: string[] = []
    for (const address of new Set(filesIn(input))) {
      const held = heldFile(address)
      if (!held) throw new NotStored(text.outbox.fileGone)
      const { id, file, form, madeOf, until = 0 } = held
      const { name, type, size } = file
      if (!(await isStored(form, id))) {
        // The server has it, and this device has no copy.
        if (!isHeld(address)) continue
        await keepInForm(form, id, file, { own: true, small: true })
      }
      if (madeOf !== undefined) needless.push(nameOf(form, madeOf))
      const begun = placeOf(file)
      const place = isHeld(address)
        ? begun && { ...begun, until: Date.now() + placeLastsMs, whole: false }
        : { fileUrl: address, until, whole: until > Date.now() }
      files.push({ address, from: { form, id }, name, type, size, ...(place && { place }) })
    }
    const item: Item = { key, operation, input, title: nameOfItem(title), edit, files, at: new Date().toISOString() }
    const moves = namesOf(files)
    const names = moves.map(([, to]) => to)
    const row: Row = { key, account, files: names, sending: false, sealed: await seal(item, key) }
    const order = await addRow(row, moves, needless)
    await recount(account)
    return { ...item, order }
  } catch (error) {
    if (error instanceof NotStored) throw error
    if (error instanceof ApiError) throw new NotStored(error.message)
    throw new NotStored(isFull(error) ? text.outbox.full : text.outbox.refused)
  }
}

/** Returns the name under which the outbox stores a file. */
function storedAs({ from, address }: HeldFile): string {
  return from?.id || address
}

/** Returns the names of each file in its form and in the outbox. Files of earlier versions have only the latter. */
function namesOf(files: HeldFile[]): Move[] {
  return files.flatMap((file) => (file.from ? [[nameOf(file.from.form, file.from.id), storedAs(file)] as const] : []))
}

/** Returns the content of an item's file. */
export function sourceOf(file: HeldFile) {
  return storedSource(storedAs(file), file.size, file.from ? 1 : 0)
}

/** Deletes files left by an earlier version that was closed while storing them. */
export async function sweep(): Promise<void> {
  await removeUnnamed()
  local.write(leftMark, null)
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

/** Removes an item with its files. */
export async function removeItem({ order }: Pick<Waiting, 'order'>): Promise<void> {
  const account = await removeRow(order)
  if (account) await recount(account)
}

/** Returns whether an item is being sent, or was when the browser was closed. */
export async function isSending(order: number): Promise<boolean> {
  return (await (await database()).get('items', order))?.sending === true
}

/**
 * Moves an item back to the form that it was written in; uploads of this page continue where they stopped. Returns
 * false if it is too late, because the item is being posted.
 */
export async function takeBack({ order }: Pick<Waiting, 'order'>, { unlessPosting = false } = {}): Promise<boolean> {
  const item = await findItem(order)
  if (!item) return true
  for (const { address, place } of item.files) {
    const held = heldFile(address)
    if (held && place?.resumeUrl) continueAt(held.file, { ...place, resumeUrl: place.resumeUrl })
  }
  const edit = item.edit && { ...item.edit, draft: ownDraft(item.edit.draft) }
  if (edit) {
    // The form makes room. Files of a draft that the account has, too, stay on this device.
    putAwayFiles(edit.draft)
    await storeEarlierFiles(item, edit.draft)
  }
  for (const { from } of item.files) if (from) await forgetFiles(from.form)
  const moves = namesOf(item.files).map(([inForm, inOutbox]) => [inOutbox, inForm] as const)
  if (edit) returnDraft(item, edit)
  const account = await removeRow(order, { unlessPosting, moves })
  // The form that waits for it is still empty.
  if (account === null && edit) draftOf(edit.draft).clear()
  if (account) await recount(account)
  return account !== null
}

/** Stores the files of an item of an earlier version as forms do now. */
async function storeEarlierFiles({ files, operation, input }: Item, draft: DraftName): Promise<void> {
  for (const file of files) {
    if (file.from) continue
    const { address, field = '', name, type, size } = file
    const content = new File([await sourceOf(file).slice(0, size)], name, { type })
    const form = (operation === 'comment.create' ? `${draft}:` : filesOf(draft)) + field
    await keepInForm(form, address, content, { small: true, own: !Array.isArray(input[field]) })
  }
}

/** Earlier versions stored items with a draft's name that lacked the account. */
function ownDraft(draft: DraftName): DraftName {
  const account = `:${readUser()?.id}`
  return draft.endsWith(account) ? draft : (`${draft}${account}` as DraftName)
}

/**
 * Puts what was typed back into its form, with the id and version of its draft in the account, so that posting it still
 * deletes the draft, and saving it doesn't bring back one that is gone.
 */
function returnDraft({ operation, input, title }: Item, { draft, values, savedAt = null }: Edit): void {
  const { draftId } = input as { draftId?: string }
  const kind = operation.split('.')[0] as DraftKind
  draftOf(draft).write(values, draftId === undefined ? undefined : { ...unsentLink, id: draftId, kind, title, savedAt })
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
function nameOfItem(text: string): string {
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
