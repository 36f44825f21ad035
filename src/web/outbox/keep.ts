import { type Api, api, newKey } from '../api.ts'
import { Offline } from '../errors.ts'
import { notify } from '../notifications.ts'
import { text } from '../text.ts'
import { heldIn } from './held.ts'
import { addItem, type Edit, isSending, listItems, removeItem } from './items.ts'
import { canKeep } from './key.ts'
import { tellOutbox } from './news.ts'

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
 * Sends it now, and answers what the server kept. Without signal it is kept in the outbox of this device, the person is
 * told so, and the answer is null. Throws ApiError as ever, NotKept where the device can't keep it, Offline where it may not.
 * @param about what it is called in the outbox, and where it was written
 */
export async function sendOrKeep<N extends Name>(
  operation: N,
  input: Input<N>,
  about: { title: string; edit?: Edit },
): Promise<Answer<N> | null> {
  // One key for every try: the first may have arrived though its answer did not.
  const key = newKey()
  const waits = heldIn(input).length > 0
  if (!waits)
    try {
      return await call(operation, input, key)
    } catch (error) {
      if (!(error instanceof Offline && canKeep())) throw error
    }
  await addItem({ operation, input: input as Record<string, unknown>, key, ...about })
  tellOutbox({ is: 'changed' })
  notify.info(text.outbox.kept)
  goOut()
  return null
}

/**
 * As `sendOrKeep`, for what is switched on and off (`article.like`, `article.unlike`): of several that wait the last
 * counts, and on and off again is nothing.
 */
export async function switchOrKeep<N extends Name, M extends Name>(
  operation: N,
  opposite: M,
  input: Input<N> & { id: string },
  title: string,
): Promise<Answer<N> | null> {
  const waiting = (await listItems().catch(() => [])).filter(
    (item) => [operation, opposite].includes(item.operation as N) && item.input.id === input.id && !item.refusal,
  )
  const last = waiting.at(-1)
  if (!last) return sendOrKeep(operation, input, { title })
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

/** Goes out now if there is signal, else when the browser says that it has come. */
function goOut(): void {
  void import('./send.ts').then(({ flush }) => flush()).catch(() => {})
  void navigator.serviceWorker?.ready
    .then((worker) => (worker as Syncing).sync?.register('flush-outbox'))
    .catch(() => {})
}

/** Background Sync, which the types of the browser don't know yet. */
type Syncing = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }
