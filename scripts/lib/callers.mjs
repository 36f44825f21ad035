import { readFileSync } from 'node:fs'

/**
 * Calls `fn` once when whoever started this process is gone: an outer launcher, or npm, which passes SIGTERM to a
 * shell that does not pass it on. Returns what ends the watch.
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

/** The numbers of npm's shell and of npm; of the shell alone where there is no /proc. */
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
