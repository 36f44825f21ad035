import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { refusals } from '#accounts/refusals.ts'
import { Unavailable } from '#core/errors.ts'
import { refuseInTransaction } from '#core/slow.ts'
import { normalizePassword } from '#text/password.ts'

// While many people log in, one core (if there are several) and the other threads of the pool stay free for readers. A
// hash takes about 30 ms, so a full queue of checks means a wait of at most two seconds.
const inTurn = openTurns(Math.max(1, Math.min(2, availableParallelism() - 1)), { check: 60, make: 40 })

/**
 * Returns the Argon2id hash of a new password, made off the main thread. Throws Unavailable if too many hashes are
 * waiting.
 */
export async function hashPassword(password: string): Promise<string> {
  refuseInTransaction('hashing a password')
  return inTurn('make', () => hash(normalizePassword(password)))
}

const nobodysHash = hash(crypto.randomUUID())

/**
 * Returns true if this is the password. Without a hash, the check takes just as long, so that the duration doesn't
 * reveal whether the account exists. Throws Unavailable if too many checks are waiting.
 */
export async function isPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  refuseInTransaction('checking a password')
  const stored = passwordHash ?? (await nobodysHash)
  const normalized = normalizePassword(password)
  const right = await inTurn(
    'check',
    // Hashes made before passwords were normalized are of what was typed.
    async () => (await verify(stored, normalized)) || (normalized !== password && (await verify(stored, password))),
  )
  return right && !!passwordHash
}

/** The kind of a task. Checks of passwords come before hashes of new ones, so that members come before sign-ups. */
type Turn = 'check' | 'make'

/**
 * Returns a function that runs at most `slots` tasks at once. Waiting checks go first. The function throws Unavailable
 * if `places` tasks of the same kind are already waiting, so that nobody waits long for an answer.
 */
export function openTurns(slots: number, places: Record<Turn, number>) {
  let free = slots
  const waiting: Record<Turn, (() => void)[]> = { check: [], make: [] }

  return async function inTurn<T>(kind: Turn, work: () => Promise<T>): Promise<T> {
    if (free > 0) free--
    else if (waiting[kind].length >= places[kind]) throw new Unavailable(refusals.manySignIns)
    else await new Promise<void>((resolve) => waiting[kind].push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.check.shift() ?? waiting.make.shift()
      if (next) next()
      else free++
    }
  }
}
