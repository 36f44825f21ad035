import { type Api, api, newKey } from '../api.ts'
import { draftOf } from '../drafts/draft.ts'
import { ApiError, Offline, PostCancelled } from '../errors.ts'
import { text } from '../text.ts'
import { notify } from '../toasts.ts'
import type { PostWatch } from '../upload/uploads.ts'
import { filesIn, isHeld } from './held-files.ts'
import {
  addItem,
  type Edit,
  findItem,
  isSending,
  listItems,
  NotStored,
  removeItem,
  takeBack,
  type Waiting,
} from './items.ts'
import { canStore } from './key.ts'
import { markAwaited, onOutboxMessage, tellOutbox } from './messages.ts'
import { isRefused } from './storage-refused.ts'

type Name = { [Room in keyof Api & string]: `${Room}.${keyof Api[Room] & string}` }[keyof Api & string]
type CallOf<N extends Name> = N extends `${infer Room}.${infer Row}`
  ? Room extends keyof Api
    ? Row extends keyof Api[Room]
      ? Extract<Api[Room][Row], (input: never, options?: never) => Promise<unknown>>
      : never
    : never
  : never
type Input<N extends Name> = Parameters<CallOf<N>>[0]
type Answer<N extends Name> = Awaited<ReturnType<CallOf<N>>>

/**
 * Posts now and returns the server's answer. Without signal it stores the post in the outbox, tells the person and
 * returns null. With `watch`, a post whose files are still being sent also goes through the outbox, and its outcome is
 * awaited. Throws ApiError, NotStored, Offline or PostCancelled.
 * @param about its title in the outbox, and the form it was written in; `quiet` if the page itself says that it is
 * stored
 */
export async function sendOrStore<N extends Name>(
  operation: N,
  input: Input<N>,
  { watch, quiet, ...about }: { title: string; edit?: Edit; watch?: PostWatch | undefined; quiet?: boolean },
): Promise<Answer<N> | null> {
  // Every attempt has the same key, because the first may have arrived although its answer did not.
  const key = newKey()
  const waits = filesIn(input).some(isHeld)
  if (!waits)
    try {
      return await call(operation, input, key)
    } catch (error) {
      if (!(error instanceof Offline)) throw error
      if (isRefused()) throw new NotStored(text.outbox.refused)
      if (!canStore()) throw error
    }
  const item = await addItem({ operation, input: input as Record<string, unknown>, key, ...about }).catch((error) => {
    watch?.onReturned()
    throw error
  })
  if (waits && watch) return (await outcomeOf(item, watch)) as Answer<N> | null
  tellOutbox({ is: 'changed' })
  if (!quiet) notify.info(text.outbox.kept)
  goOut()
  return null
}

/** ms between checks that an awaited item still exists and is being sent. */
const lookEveryMs = 5_000

/**
 * Sends the item through the outbox and waits for the server's answer, or null if it is left there because there is no
 * signal or the form was closed. Returns the item to the form before it throws ApiError or PostCancelled.
 */
async function outcomeOf(item: Waiting, watch: PostWatch): Promise<unknown> {
  const { edit } = item
  const unmark = markAwaited(item.key)
  const forget: (() => void)[] = [unmark]
  // The draft would otherwise be posted a second time.
  if (edit) draftOf(edit.draft).clear()
  watch.onStored()
  try {
    return await new Promise<unknown>((resolve, reject) => {
      const giveBack = async (error: Error, before?: { unlessPosting: boolean }) => {
        // If it is too late to cancel, the outcome is awaited.
        if (!(await takeBack(item, before))) return
        const { stopSending } = await import('./send.ts')
        stopSending(item.order)
        watch.onReturned()
        tellOutbox({ is: 'changed' })
        reject(error)
      }
      const cancel = () => {
        if (watch.signal.reason instanceof PostCancelled) return giveBack(watch.signal.reason, { unlessPosting: true })
        notify.info(text.outbox.goesOn)
        resolve(null)
      }
      const stop = onOutboxMessage((news) => {
        if (news.is === 'sending' && news.order === item.order) watch.onSent(news.sent / news.size)
        if (news.is === 'postponed') {
          notify.info(text.outbox.kept)
          resolve(null)
        }
        if (!('key' in news) || news.key !== item.key) return
        if (news.is === 'sent') resolve(news.answer)
        if (news.is === 'refused') {
          const { status, code, message, issues } = news.error
          void giveBack(new ApiError(status, code, message, issues))
        }
      })
      // The item may have been removed on the outbox page, or sent by a tab that could not report it.
      const look = setInterval(async () => {
        // The tab that sent it may be about to report that.
        if (!(await findItem(item.order).catch(() => item))) setTimeout(() => resolve(null), 1_000)
        else goOut()
      }, lookEveryMs)
      forget.push(stop, () => clearInterval(look))
      if (watch.signal.aborted) void cancel()
      else watch.signal.addEventListener('abort', () => void cancel(), { once: true })
      tellOutbox({ is: 'changed' })
      goOut()
    })
  } finally {
    for (const one of forget) one()
  }
}

/**
 * Does the same as `sendOrStore` for operations that are switched on and off (`article.like`, `article.unlike`). If
 * several are waiting, only the last one counts, and on and off cancel each other out.
 */
export async function switchOrStore<N extends Name, M extends Name>(
  operation: N,
  opposite: M,
  input: Input<N> & { id: string },
  title: string,
): Promise<Answer<N> | null> {
  const waiting = (await listItems().catch(() => [])).filter(
    (item) => [operation, opposite].includes(item.operation as N) && item.input.id === input.id && !item.refusal,
  )
  const last = waiting.at(-1)
  if (!last) return sendOrStore(operation, input, { title })
  if (last.operation === operation) return null
  if (await isSending(last.order)) await addItem({ operation, input, title })
  else await removeItem(last)
  tellOutbox({ is: 'changed' })
  goOut()
  return null
}

function call<N extends Name>(operation: N, input: Input<N>, idempotencyKey: string): Promise<Answer<N>> {
  const [room, name] = operation.split('.') as [keyof Api, never]
  return (api[room][name] as (input: Input<N>, options: { idempotencyKey: string }) => Promise<Answer<N>>)(input, {
    idempotencyKey,
  })
}

/** Sends now if there is signal, otherwise when the browser reports that it is back. */
function goOut(): void {
  void import('./send.ts').then(({ flush }) => flush()).catch(() => {})
  void navigator.serviceWorker?.ready
    .then((worker) => (worker as Syncing).sync?.register('flush-outbox'))
    .catch(() => {})
}

/** Background Sync, which TypeScript doesn't declare yet. */
type Syncing = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }
