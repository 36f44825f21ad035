import { TooMany } from '#core/errors.ts'
import { refusals } from '#core/refusals.ts'

type Bounds = {
  /** Tasks that run at the same time. */
  atOnce: number
  mostWaiting: number
}

/**
 * Returns a function that runs a task when it is its owner's turn. Owners take turns one task at a time, so that
 * someone who sends hundreds of files delays others by a task or two. It throws TooMany if too many tasks of the owner
 * wait.
 */
export function fairTurns({ atOnce, mostWaiting }: Bounds) {
  /** Waiting tasks of each owner, in the order of their next turns. */
  const waiting = new Map<string, (() => void)[]>()
  let running = 0

  function startNext(): void {
    const [next] = waiting
    if (!next) {
      running--
      return
    }
    const [owner, queue] = next
    const start = queue.shift()
    waiting.delete(owner)
    if (queue.length) waiting.set(owner, queue)
    start?.()
  }

  return async function inTurn<T>(owner: string, work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++
    else {
      const queue = waiting.get(owner) ?? []
      if (queue.length >= mostWaiting) throw new TooMany(10, refusals.tooMuch)
      await new Promise<void>((resolve) => {
        queue.push(resolve)
        waiting.set(owner, queue)
      })
    }
    try {
      return await work()
    } finally {
      startNext()
    }
  }
}
