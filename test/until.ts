import { setTimeout as sleep } from 'node:timers/promises'

const perSecond = 20

/**
 * Polls something that sends no event, and returns the first result of `read` that is neither undefined nor false.
 * Throws an error that names `what` after about `seconds` seconds, so only a failing test takes that long.
 */
export async function until<T>(
  read: () => T | Promise<T>,
  what: string,
  seconds = 45,
): Promise<Exclude<T, undefined | false>> {
  for (let tries = 0; tries < seconds * perSecond; tries++) {
    const result = await read()
    if (result !== undefined && result !== false) return result as Exclude<T, undefined | false>
    await sleep(1000 / perSecond)
  }
  throw new Error(`Timed out after ${seconds} s: ${what}`)
}
