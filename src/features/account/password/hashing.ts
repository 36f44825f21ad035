import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Budget } from '#core/concurrency/budget.ts'
import { refuseInTransaction } from '#core/slow.ts'
import { normalizePassword } from '#text/password.ts'

// While many people log in, one core (if there are several) and the other threads of the pool stay free for readers. A
// hash takes about 30 ms, so about 60 can be made before someone has waited for two seconds and is refused.
const patienceMs = 2_000
const hashes = new Budget(Math.max(1, Math.min(2, availableParallelism() - 1)), { patienceMs })
/** Hashes of new passwords wait here for each other, so that members who log in come before sign-ups. */
const newHashes = new Budget(1, { patienceMs })

/**
 * Returns the Argon2id hash of a new password, made off the main thread. Throws Busy if too many hashes are waiting.
 * @param sender who takes turns with others (`senderOf`)
 */
export async function hashPassword(password: string, sender: string): Promise<string> {
  refuseInTransaction('hashing a password')
  return newHashes.inTurn(sender, () => hashes.inTurn(sender, () => hash(normalizePassword(password))))
}

const nobodysHash = hash(crypto.randomUUID())

/**
 * Returns true if this is the password. Without a hash, the check takes just as long, so that the duration doesn't
 * reveal whether the account exists. Throws Busy if too many checks are waiting.
 * @param sender who takes turns with others (`senderOf`)
 */
export async function isPassword(passwordHash: string | null | undefined, password: string, sender: string) {
  refuseInTransaction('checking a password')
  const stored = passwordHash ?? (await nobodysHash)
  const normalized = normalizePassword(password)
  const right = await hashes.inTurn(
    sender,
    // Hashes made before passwords were normalized are of what was typed.
    async () => (await verify(stored, normalized)) || (normalized !== password && (await verify(stored, password))),
  )
  return right && !!passwordHash
}
