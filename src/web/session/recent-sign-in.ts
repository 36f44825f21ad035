import { ApiError } from '../errors.ts'

/** Asks the person to confirm that it's them. Resolves to false if they cancel. */
type Ask = () => Promise<boolean>

let ask: Ask | null = null
let asking: Promise<boolean> | null = null

/** Sets the function that asks the person, while a page offers one. Returns a function that removes it. */
export function askForSignInBy(how: Ask): () => void {
  ask = how
  return () => {
    if (ask === how) ask = null
  }
}

/**
 * Runs a request. If the server requires a recent login, asks the person and runs the request again, so that forms
 * needn't handle it. Concurrent refusals ask only once.
 * @throws what the request threw, also if the person cancels
 */
export async function withRecentSignIn<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'recent_sign_in' && ask)) throw error
    asking ??= ask().finally(() => {
      asking = null
    })
    if (!(await asking)) throw error
    return run()
  }
}
