import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { refuseInTransaction } from '#core/slow.ts'

/** Limits of a child process: KB of data, seconds of processor time, milliseconds in all. */
export type Limits = { memoryKb: number; cpuSeconds: number; wallMs: number }

const mostOutput = 100_000

/** Returns the path of a program: its built file (vite.children.config.ts), or in development its source. */
function pathOf(program: 'cleaner' | 'decoder'): string {
  const isDevelopment = process.env.NODE_ENV === 'development'
  const path = isDevelopment ? `./${program}.ts` : `../../../../build/children/${program}.js`
  return fileURLToPath(new URL(path, import.meta.url))
}

/**
 * Runs a program of this folder on a file from a stranger: a hostile file can end only that process. Returns the JSON
 * that the program prints, or undefined if it failed or exceeded a limit, which would happen again.
 * @param input bytes for its standard input; an error of this stream is thrown
 */
export async function runChild(
  program: Parameters<typeof pathOf>[0],
  args: string[],
  { memoryKb, cpuSeconds, wallMs }: Limits,
  input?: Readable,
): Promise<unknown> {
  refuseInTransaction('running a child process')
  // If the system's own limit is lower, raising it fails and the lower limit applies.
  const limits = [`-c 0`, `-d ${memoryKb}`, `-t ${cpuSeconds}`].map((limit) => `ulimit ${limit} 2>/dev/null;`)
  // If the whole system runs out of memory, it should end this process before the server or its database.
  const last = 'echo 1000 2>/dev/null >/proc/self/oom_score_adj;'
  const command = `${limits.join(' ')} ${last} exec nice -n 10 "$0" "$@"`
  const node = [process.execPath, '--max-old-space-size=64', pathOf(program), ...args]
  // The child gets nothing from the server's environment, which contains secrets.
  const env = { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1' }
  const child = spawn('/bin/sh', ['-c', command, ...node], { stdio: ['pipe', 'pipe', 'ignore'], env })
  const timer = setTimeout(() => child.kill('SIGKILL'), wallMs)
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  let answer = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    answer += text
    if (answer.length > mostOutput) child.kill('SIGKILL')
  })
  let broken: unknown
  // The child may stop reading early; only an error of the source counts.
  input?.once('error', (error) => {
    broken = error
  })
  const fed = input ? pipeline(input, child.stdin).catch(() => {}) : child.stdin.end()
  try {
    const code = await ended
    input?.destroy()
    await fed
    if (broken) throw broken
    return code === 0 ? JSON.parse(answer) : undefined
  } finally {
    clearTimeout(timer)
  }
}
