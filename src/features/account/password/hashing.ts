import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'

// A core and the other threads of the pool stay free for those who read while many sign in.
let free = Math.max(1, Math.min(2, availableParallelism() - 1))
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free--
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
}

/** The Argon2id hash of a new password, off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password))
}

const nobodysHash = hashPassword(crypto.randomUUID())

/** Whether this is the password; the same work for an account without one, so that the time taken says nothing. */
export async function isPassword(passwordHash: string | null | undefined, given: string): Promise<boolean> {
  const kept = passwordHash ?? (await nobodysHash)
  const right = await inTurn(() => verify(kept, given))
  return right && !!passwordHash
}
