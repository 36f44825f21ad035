import { type Received, receive, uncut } from '#content/media/receive/store-limited.ts'
import { originalKey } from '#content/media/receive/upload-address.ts'
import { Refusal } from '#core/errors.ts'
import type { Storage } from '#core/storage.ts'
import { BadBag } from '../open.ts'
import { refusals } from '../refusals.ts'
import type { Valid } from '../validate.ts'

export type Stored = Received & { storageKey: string }

/**
 * Calls `work` with a function that stores an original of the bag after the checks that apply to every upload. Deletes
 * the stored originals if `work` fails.
 */
export async function storing<T>(
  storage: Storage,
  bag: Valid,
  work: (store: (id: string, path: string, declared: string) => Promise<Stored>) => Promise<T>,
): Promise<T> {
  const keys: string[] = []
  try {
    return await work(async (id, path, declared) => {
      const storageKey = originalKey(id)
      const size = bag.size(path)
      const expected = { declared, owner: 'bag', limit: Number.POSITIVE_INFINITY, size }
      const received = await receive(storage, storageKey, uncut(await bag.open(path)), expected)
      keys.push(storageKey)
      if (received.sha256 !== bag.payload.get(path)) throw new BadBag(refusals.changed(path))
      return { ...received, storageKey }
    })
  } catch (error) {
    for (const key of keys) await storage.remove(key)
    throw error
  }
}

/** Returns an error handler that turns the refusal of a file into a BadBag error, and rethrows all other errors. */
export function asBadBag(path: string) {
  return (error: unknown): never => {
    throw error instanceof Refusal ? new BadBag(refusals.badFile(path, error.message)) : error
  }
}
