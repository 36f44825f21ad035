import { refusals } from '#accounts/refusals.ts'
import { Unavailable } from '#core/errors.ts'

/** The kind of a task. Checks of passwords come before hashes of new ones, so that members come before sign-ups. */
export type Turn = 'check' | 'make'

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
