import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Site } from './site.ts'

// These functions read figures of processes from /proc, except `freeCores`. Without /proc, the figures are NaN.

const ticksPerSecond = 100

/** Returns the seconds of CPU time that a process has used. */
export function cpuSecondsOf(pid: number): number {
  const fields = statOf(pid)
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** Returns the seconds of CPU time that a process and everything it started have used, also what has ended (proc(5)). */
export function cpuSecondsOfTree(pid: number): number {
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = statOf(pid).slice(11, 15).map(Number)
  const children = threadsOf(pid)
    .flatMap((thread) => read(pid, `task/${thread}/children`).trim().split(' '))
    .filter(Boolean)
  return children.reduce(
    (sum, child) => sum + cpuSecondsOfTree(Number(child)),
    (user + system + endedUser + endedSystem) / ticksPerSecond,
  )
}

/** Returns the ids of a process's threads; none if it has just ended. */
function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** MB of memory after the run; memory shared by PostgreSQL's processes counts once. */
export type Memory = { server: number; postgres: number }

export function memoryOf({ pid, postmasterPid }: Site): Memory {
  const postgres = [postmasterPid, ...childrenOf(postmasterPid)].map((one) =>
    megabytes(read(one, 'smaps_rollup'), 'Pss'),
  )
  return { server: residentOf(pid), postgres: postgres.reduce((sum, one) => sum + one, 0) }
}

/** Returns the MB of memory that a process uses; 0 if it has ended. */
export function residentOf(pid: number): number {
  return megabytes(read(pid, 'status'), 'VmRSS') || 0
}

/** Returns how many cores are idle during `milliseconds`, such as `1.9 of 2`. */
export async function freeCores(milliseconds: number): Promise<string> {
  const before = idle()
  await sleep(milliseconds)
  const free = Math.min(availableParallelism(), (idle() - before) / milliseconds)
  return `${free.toFixed(1)} of ${availableParallelism()}`
}

function idle(): number {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0)
}

/** Returns a file of a process; nothing if it has ended. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the fields after the process's name: its state, its parent, and so on. */
function statOf(pid: number): string[] {
  return read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')
}

function childrenOf(pid: number): number[] {
  if (!existsSync('/proc')) return []
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return all.map(Number).filter((one) => Number(statOf(one)[1]) === pid)
}

function megabytes(text: string, name: string): number {
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text) ?? []
  return Number(kilobytes) / 1024
}
