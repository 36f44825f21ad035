/** Longest pause between two attempts, in ms. */
const longestPauseMs = 5 * 60_000

/** Returns a timer that calls `attempt` again after pauses that double, from `firstPauseMs` up to five minutes. */
export function retryTimer(attempt: () => void, firstPauseMs: number) {
  let pause = firstPauseMs
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    /** Schedules the next attempt. */
    schedule() {
      clearTimeout(timer)
      timer = setTimeout(attempt, pause)
      pause = Math.min(pause * 2, longestPauseMs)
    },
    /** Cancels the scheduled attempt. */
    cancel() {
      clearTimeout(timer)
    },
    /** Starts over with the first pause, after a success. */
    reset() {
      pause = firstPauseMs
    },
  }
}
