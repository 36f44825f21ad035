import { createHmac, randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { z } from 'zod'
import { Refusal } from '#core/errors.ts'
import { refusals } from '#core/refusals.ts'
import { spentProofs } from '#core/tables.ts'

/** Number of hashes for each number that is tried. */
const cost = 50
/** Maximum number of tries: 100,000 hashes, which take one or two seconds on a cheap phone. */
const numbers = 2000
const lifeMs = 10 * 60 * 1000
/** Maximum factor of the usual work, so that an owner with a cheap phone can still log in. */
const maxWork = 16

const Proof = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      expiresAt: z.number(),
      data: z.object({ operation: z.string(), work: z.number() }),
      algorithm: z.literal('SHA-256'),
      nonce: z.string().max(100),
      salt: z.string().max(100),
      cost: z.literal(cost),
      keyLength: z.literal(32),
      keyPrefix: z.string().max(64),
      keySignature: z.string().max(100),
    }),
    signature: z.string().max(100),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string().max(100) }),
})

export type Proofs = {
  /**
   * Checks a request's proof of work, which counts once, for this operation, until it expires. Throws a Refusal with
   * the code `proof_of_work` and a challenge if it is missing or invalid.
   * @param work multiple of the usual work
   */
  require(operation: string, work: number, proof: string | undefined): Promise<void>
}

/**
 * Returns a check of proofs of work that uses ALTCHA. Challenges are signed with a key derived from AUTH_SECRET, and
 * used proofs are recorded in PostgreSQL for all instances.
 */
export function openProofs(db: NodePgDatabase, authSecret: string): Proofs {
  const keyOf = (purpose: string) => createHmac('sha256', authSecret).update(purpose).digest('hex')
  const secrets = {
    hmacSignatureSecret: keyOf('proof-of-work challenge'),
    hmacKeySignatureSecret: keyOf('proof-of-work solution'),
  }

  async function isGood(operation: string, work: number, proof: string): Promise<boolean> {
    const parsed = Proof.safeParse(readJson(proof))
    if (!parsed.success) return false
    const { challenge, solution } = parsed.data
    const { data, expiresAt } = challenge.parameters
    // The required work may have doubled while this was solved.
    if (data.operation !== operation || data.work * 2 < work) return false
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets })
    return verified && (await spend(challenge.signature, expiresAt))
  }

  /** Returns false for a proof that was used before, on any instance. */
  async function spend(signature: string, expiresAt: number): Promise<boolean> {
    const rows = await db
      .insert(spentProofs)
      .values({ signature, expiresAt: new Date(expiresAt * 1000).toISOString() })
      .onConflictDoNothing()
      .returning({ signature: spentProofs.signature })
    return rows.length === 1
  }

  return {
    async require(operation, requestedWork, proof) {
      const work = Math.min(maxWork, requestedWork)
      if (proof && (await isGood(operation, work, proof))) return
      const challenge = await createChallenge({
        algorithm: 'SHA-256',
        cost,
        // The counter is at least half of the maximum, so that the work varies little.
        counter: randomInt((numbers * work) / 2, numbers * work),
        deriveKey,
        expiresAt: new Date(Date.now() + lifeMs),
        data: { operation, work },
        ...secrets,
      })
      throw new Refusal(429, 'proof_of_work', refusals.proofOfWork, { retryAfter: 1, details: { challenge } })
    },
  }
}

function readJson(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64.slice(0, 4000), 'base64').toString())
  } catch {
    return undefined
  }
}
