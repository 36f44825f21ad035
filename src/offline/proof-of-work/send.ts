import type { Challenge } from '#core/proof-of-work.ts'

/** Maximum number of proofs for one request. If the server asks for more, it is refusing correct proofs. */
const maxProofs = 3

type Refusal = { code?: string; challenge?: Challenge }

/**
 * Sends a request; if the server asks for a proof of work, computes it, adds it to the headers and repeats the request.
 * Loads the solver only then, and rejects if that fails.
 * @param onProof called when a computation begins and ends
 */
export async function sendWithProof(
  ask: () => Promise<Response>,
  headers: Headers,
  onProof: (isRunning: boolean) => void = () => {},
): Promise<Response> {
  for (let proofs = 0; ; proofs++) {
    const response = await ask()
    if (response.status !== 429 || proofs === maxProofs) return response
    const { code, challenge }: Refusal = await response
      .clone()
      .json()
      .catch(() => ({}))
    if (code !== 'proof_of_work' || !challenge) return response
    onProof(true)
    try {
      const { proveAside } = await import('./prove.ts')
      headers.set('x-proof-of-work', await proveAside(challenge))
    } finally {
      onProof(false)
    }
  }
}
