import { api } from '../api.ts'
import { ApiError, Offline } from '../errors.ts'
import { notify } from '../notifications.ts'
import { readUser } from '../session.ts'
import { text } from '../text.ts'
import { readFile } from './database.ts'
import { withAddresses } from './held.ts'
import { findItem, type HeldFile, listItems, placeLastsMs, removeItem, saveItem, type Waiting } from './items.ts'
import { tellOutbox } from './news.ts'

const firstPauseMs = 2_000
const longestPauseMs = 5 * 60_000

let pause = firstPauseMs
let again: ReturnType<typeof setTimeout> | undefined
let wanted = false
let running = false

/** Sends what waits, in its order, one tab for all; what can't go now is tried again later. */
export async function flush(): Promise<void> {
  wanted = true
  if (running) return
  running = true
  clearTimeout(again)
  try {
    while (wanted) {
      wanted = false
      await inOneTab(sendAll)
    }
  } finally {
    running = false
  }
}

/** Browsers without locks leave it to the keys: the server does what bears one key once. */
async function inOneTab(work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  await navigator.locks.request('outbox', { ifAvailable: true }, (lock) => (lock ? work() : undefined))
}

async function sendAll(): Promise<void> {
  const account = readUser()?.id
  let sentAny = false
  for (const { order } of (await listItems()).filter((item) => !item.refusal)) {
    const item = await findItem(order)
    if (!item || readUser()?.id !== account) continue
    try {
      await sendOne(item)
      sentAny = true
      pause = firstPauseMs
    } catch (error) {
      if (!(await isSettled(item, error))) return later(error)
    }
    tellOutbox({ is: 'changed' })
  }
  // What came while this was under way goes at once.
  if (sentAny) wanted = (await listItems()).some((item) => !item.refusal)
}

async function sendOne(item: Waiting): Promise<void> {
  await saveItem(item, { sending: true })
  const addresses = new Map<string, string>()
  for (const file of item.files) addresses.set(file.address, await sendFile(item, file))
  // Taken away while its files went.
  if (item.files.length && !(await findItem(item.order))) return
  await call(item.operation, withAddresses(item.input, addresses), item.key)
  await removeItem(item)
  tellOutbox({ is: 'sent', account: readUser()?.id ?? '', title: item.title })
}

/** The address of the file, its bytes being there. Where they go is noted first, so that the next try goes on there. */
async function sendFile(item: Waiting, file: HeldFile): Promise<string> {
  if (!file.place || file.place.until < Date.now()) {
    const { fileUrl, resumeUrl } = await api.upload.create({
      filename: file.name,
      contentType: file.type,
      size: file.size,
    })
    file.place = { fileUrl, resumeUrl, until: Date.now() + placeLastsMs, whole: false }
    await saveItem(item, { sending: true })
  }
  const { place } = file
  if (place.whole || !place.resumeUrl) return place.fileUrl
  const { sendPieces } = await import('../pieces.ts').catch(() => {
    throw new Offline()
  })
  const source = { size: file.size, slice: (start: number, end: number) => readFile(file.address, start, end) }
  await sendPieces(place.resumeUrl, source, (sent) =>
    tellOutbox({ is: 'sending', order: item.order, sent, size: file.size }),
  )
  place.whole = true
  await saveItem(item, { sending: true })
  return place.fileUrl
}

function call(operation: string, input: Record<string, unknown>, idempotencyKey: string): Promise<unknown> {
  const [room = '', name = ''] = operation.split('.')
  type Call = (input: Record<string, unknown>, options: { idempotencyKey: string }) => Promise<unknown>
  const row = (api as unknown as Record<string, Record<string, Call>>)[room]?.[name]
  if (!row) throw new ApiError(410, 'gone', text.outbox.unknown)
  return row(input, { idempotencyKey })
}

/** Whether an item that did not go is done with for now: refused, dropped. What is worth another try is not. */
async function isSettled(item: Waiting, error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || isPassing(error)) {
    await saveItem(item)
    return false
  }
  if (/^\w+\.(un)?like$/.test(item.operation) && error.status === 404) {
    await removeItem(item)
    tellOutbox({ is: 'sent', account: readUser()?.id ?? '', title: item.title, note: text.outbox.likeGone })
    return true
  }
  const placed = item.files.filter((file) => file.place)
  const lost = [400, 403, 404, 410].includes(error.status) && placed.length > 0 && !item.retriedFiles
  if (lost) {
    // The server may have swept them, or the address has ended: once more from the start.
    for (const file of placed) delete file.place
    await saveItem({ ...item, retriedFiles: true })
    wanted = true
    return true
  }
  await saveItem({ ...item, refusal: error.message })
  notify.error(text.outbox.needsYou(item.title))
  return true
}

/** Our side's trouble, or a limit: it passes. 401 waits for the account to sign in again. */
function isPassing({ status }: ApiError): boolean {
  return status >= 500 || status === 401 || status === 408 || status === 423 || status === 429
}

function later(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) return
  clearTimeout(again)
  again = setTimeout(() => void flush(), pause)
  pause = Math.min(pause * 2, longestPauseMs)
}
