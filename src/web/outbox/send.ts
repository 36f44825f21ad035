import { api } from '../api.ts'
import { ApiError, isFinal, isPassing, Offline } from '../errors.ts'
import { inOneTab } from '../in-one-tab.ts'
import { retryTimer } from '../retry.ts'
import { readUser } from '../session/session.ts'
import { text } from '../text.ts'
import { notify } from '../toasts.ts'
import { addressFor, headBytes } from '../upload/send-file.ts'
import { isHeld, placeLastsMs, withAddresses } from './held-files.ts'
import {
  beginPosting,
  findItem,
  type HeldFile,
  listItems,
  removeItem,
  saveItem,
  sourceOf,
  type Waiting,
} from './items.ts'
import { isAwaited, tellOutbox } from './messages.ts'

const retry = retryTimer(() => void flush().catch(() => {}), 2_000)
/** Time after which an attempt without an answer is given up, in ms: a connection that was lost may never report it. */
const mostSilenceMs = 60_000
let requested = false
let running = false

/** Sends the waiting items in order, in one tab at a time. Those that can't be sent now are retried later. */
export async function flush(): Promise<void> {
  requested = true
  if (running) return
  running = true
  retry.cancel()
  try {
    while (requested) {
      requested = false
      // Without locks two tabs may send the same item, but the server handles each key once.
      await inOneTab('outbox', sendAll)
    }
  } catch (error) {
    // The device's storage failed.
    retry.schedule()
    throw error
  } finally {
    running = false
  }
}

async function sendAll(): Promise<void> {
  const account = readUser()?.id
  let sentAny = false
  /** Ids of entries with an item that stays. Later items about them wait, too, so that they are sent in order. */
  const held = new Set<unknown>()
  for (const { order } of (await listItems()).filter((item) => !item.refusal)) {
    const item = await findItem(order)
    if (!item || readUser()?.id !== account || held.has(item.input.id ?? item.key)) continue
    try {
      await sendOne(item)
      sentAny = true
      retry.reset()
    } catch (error) {
      if (stoppedOrders.delete(order)) continue
      if (!(await isSettled(item, error))) {
        tellOutbox({ is: 'postponed' })
        if (!(error instanceof ApiError && error.status === 401)) retry.schedule()
        // One item that the device or the site fails to handle must not hold up the others.
        if (isOfAll(error)) return
        held.add(item.input.id)
      }
    }
    tellOutbox({ is: 'changed' })
  }
  // Items that were added in the meantime are sent immediately.
  if (sentAny) requested = (await listItems()).some((item) => !item.refusal)
}

/** Returns whether an error says that nothing can be sent now, whichever item is tried. */
function isOfAll(error: unknown): boolean {
  return error instanceof Offline || (error instanceof ApiError && error.status !== 500)
}

async function sendOne(item: Waiting): Promise<void> {
  await saveItem(item, { sending: true })
  const addresses = new Map<string, string>()
  const size = item.files.reduce((sum, file) => sum + file.size, 0)
  let before = 0
  const abort = new AbortController()
  sending = { order: item.order, abort }
  for (const file of item.files) {
    const tell = (sent: number) => tellOutbox({ is: 'sending', order: item.order, sent: before + sent, size })
    addresses.set(file.address, await sendFile(item, file, tell, abort.signal))
    before += file.size
  }
  // The item may have been cancelled or removed while its files were sent. From here on it can't be cancelled.
  if (!(await beginPosting(item.order))) return
  const answer = await call(item.operation, withAddresses(item.input, addresses), item.key)
  await removeItem(item)
  tellOutbox({ is: 'sent', key: item.key, answer, account: readUser()?.id ?? '', title: item.title })
}

let sending: { order: number; abort: AbortController } | undefined
/** Items cancelled in this tab while it was sending them. */
const stoppedOrders = new Set<number>()

/** Stops sending the files of a cancelled item, if this tab is doing so. */
export function stopSending(order: number): void {
  if (sending?.order !== order) return
  stoppedOrders.add(order)
  sending.abort.abort()
}

/**
 * Sends a file and returns its address. The address is stored before the bytes are sent, so that a retry continues. A
 * complete file keeps its address: the server recognizes a post whose answer was lost only if it is exactly the same.
 */
async function sendFile(
  item: Waiting,
  file: HeldFile,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const source = sourceOf(file)
  if (!file.place || (!file.place.whole && file.place.until < Date.now())) {
    const head = await source.slice(0, Math.min(file.size, headBytes))
    const { fileUrl, resumeUrl } = await addressFor(file, head, signal)
    file.place = { fileUrl, resumeUrl, until: Date.now() + placeLastsMs, whole: false }
    await saveItem(item, { sending: true })
  }
  const { place } = file
  if (place.whole || !place.resumeUrl) return place.fileUrl
  const { sendPieces } = await import('../upload/pieces.ts').catch(() => {
    throw new Offline()
  })
  signal.throwIfAborted()
  await sendPieces(place.resumeUrl, source, onSent, signal)
  place.whole = true
  await saveItem(item, { sending: true })
  return place.fileUrl
}

function call(operation: string, input: Record<string, unknown>, idempotencyKey: string): Promise<unknown> {
  const [room = '', name = ''] = operation.split('.')
  type Options = { idempotencyKey: string; signal: AbortSignal }
  type Call = (input: Record<string, unknown>, options: Options) => Promise<unknown>
  const row = (api as unknown as Record<string, Record<string, Call>>)[room]?.[name]
  if (!row) throw new ApiError(410, 'gone', text.outbox.unknown)
  return row(input, { idempotencyKey, signal: AbortSignal.timeout(mostSilenceMs) })
}

/** Handles a failed item. Returns whether it was refused, dropped or reset; otherwise everything is retried later. */
async function isSettled(item: Waiting, error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || isPassing(error)) {
    await saveItem(item)
    return false
  }
  if (/^\w+\.(un)?like$/.test(item.operation) && error.status === 404) {
    await removeItem(item)
    tellOutbox({
      is: 'sent',
      key: item.key,
      account: readUser()?.id ?? '',
      title: item.title,
      note: text.outbox.likeGone,
    })
    return true
  }
  const uploadedFiles = item.files.filter(
    ({ place, address }) => place && (isHeld(address) || place.until < Date.now()),
  )
  const canSendAgain = [400, 403, 404, 410].includes(error.status) && uploadedFiles.length > 0 && !item.retriedFiles
  if (canSendAgain) {
    // The server may have deleted the files, or the address may have expired, so they are sent again from the
    // start.
    for (const file of uploadedFiles) delete file.place
    await saveItem({ ...item, retriedFiles: true })
    requested = true
    return true
  }
  await saveItem({ ...item, refusal: error.message, final: isFinal(error) })
  const { status, code, message, issues } = error
  tellOutbox({ is: 'refused', key: item.key, error: { status, code, message, issues } })
  // A form that waits for it shows the reason.
  if (!isAwaited(item.key)) notify.error(text.outbox.needsYou(item.title))
  return true
}
