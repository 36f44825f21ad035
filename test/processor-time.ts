import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second for every program (USER_HZ). */
const ticksPerSecond = 100

/**
 * Returns the seconds of processor time that a process and everything it started have used, including what has ended
 * (proc(5)). A busy machine doesn't change it, unlike the clock. Returns 0 on systems without /proc.
 */
export function processorSeconds(pid: number | string = process.pid): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The fields after the name: utime, stime, and the same of children that have ended.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean),
    )
    return children.reduce((sum, child) => sum + processorSeconds(child), own)
  } catch {
    return 0 // It has ended meanwhile.
  }
}
