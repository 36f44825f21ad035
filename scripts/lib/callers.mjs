import { readFileSync } from 'node:fs'

/**
 * Calls `fn` once when the process that started this one has ended: an outer launcher, or npm, whose shell doesn't
 * forward SIGTERM. Returns a function that stops watching.
 */
export function whenCallerGoes(fn) {
  if (process.connected) {
    process.once('disconnect', fn)
    return () => process.off('disconnect', fn)
  }
  if (!process.env.npm_lifecycle_event) return () => {}
  const callers = ancestors()
  const timer = setInterval(() => {
    if (ancestors() === callers) return
    clearInterval(timer)
    fn()
  }, 250)
  return () => clearInterval(timer)
}

/** Returns the process ids of npm and its shell, or only that of the shell if /proc isn't available. */
function ancestors() {
  try {
    const [, parent] = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return `${process.ppid} ${parent}`
  } catch {
    return String(process.ppid)
  }
}
