import { setTimeout as sleep } from 'node:timers/promises'

/** Seconds between three tries: a package mirror may be slow or unreachable for a moment. */
const pauses = [5, 20]

/** Calls `attempt` up to three times, until its result is not `isTransient`. Returns the last result. */
export async function retry(attempt, isTransient, seconds = pauses) {
  for (const pause of seconds) {
    const result = await attempt()
    if (!isTransient(result)) return result
    await sleep(pause * 1000)
  }
  return attempt()
}

/** Returns whether npm complained about the network or the registry rather than about the packages. */
export function isNetworkError(output) {
  return /\b(ECONN\w+|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|ENETUNREACH|ERR_SOCKET\w*|FETCH_ERROR|EINTEGRITY|E(429|5\d\d))\b/.test(
    output,
  )
}
