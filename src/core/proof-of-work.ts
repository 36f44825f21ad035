import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { pause } from './concurrency/pause.ts'

// Proof of work of ALTCHA version 2 with SHA-256, in plain JavaScript: browsers offer their own hashes only on https,
// which a site in a village may not have.

/** The server's challenge. Only the fields needed to solve it are listed; all of them are signed and returned. */
export type Challenge = {
  parameters: { nonce: string; salt: string; cost: number; keyPrefix: string }
  signature?: string
}

export type Solution = { counter: number; derivedKey: string }

/** Request header of a solution: base64 of `{challenge, solution}` as JSON. */
export const proofHeader = 'x-proof-of-work'

/** ms of work before the event loop gets a turn. */
const turnMs = 40

/** Returns the header's value for a challenge. Yields to other work every 40 ms. */
export async function prove(challenge: Challenge): Promise<string> {
  return btoa(JSON.stringify({ challenge, solution: await solve(challenge.parameters) }))
}

async function solve({ nonce, salt, cost, keyPrefix }: Challenge['parameters']): Promise<Solution> {
  const start = hexToBytes(salt + nonce)
  const input = new Uint8Array(start.length + 4)
  input.set(start)
  const last = new DataView(input.buffer, start.length)
  let began = performance.now()
  for (let counter = 0; ; counter++) {
    last.setUint32(0, counter)
    let key = sha256(input)
    for (let round = 1; round < cost; round++) key = sha256(key)
    const derivedKey = bytesToHex(key)
    if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey }
    if (performance.now() - began < turnMs) continue
    await pause(0)
    began = performance.now()
  }
}
