import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { Busy } from '#core/errors.ts'
import { refuseInTransaction } from '#core/slow.ts'

/**
 * Thrown if a child was ended from outside, or waited too long for a processor. The file is not to blame, so this
 * should be tried again. People who wait for an answer are told that the server is busy.
 */
export class Interrupted extends Busy {
  override name = 'Interrupted'
  readonly why = 'interrupted'
  /** The log gets this. */
  readonly reason: string

  constructor(reason: string) {
    super()
    this.reason = reason
  }
}

/** Limits of a child process: KB of data, seconds of processor time, and blocks of 512 bytes in each of its files. */
export type Limits = { memoryKb: number; cpuSeconds: number; fileBlocks?: number }

/**
 * The site's own requests get three times as much of a busy processor as a child. Higher values starve it: beside two
 * busy programs on two processors, 5 leaves it a quarter of one, 10 a tenth and 15 a thirtieth.
 */
const niceness = 5
/**
 * Only a child that can't get a tenth of a processor runs into this limit in ms. It stays below four hours, because the
 * job queue then starts the job again.
 */
const mostWaitMs = (cpuSeconds: number) => Math.min(cpuSeconds * 10_000, 3 * 60 * 60_000)

type Start = Limits & {
  command: [string, ...string[]]
  /** Nothing else from the server's environment, which contains secrets, reaches the child. */
  env: Record<string, string | undefined>
}

/**
 * Starts a program that reads a file from a stranger. Processor time decides whether the file is too much for it,
 * because wall time also grows with everything else that runs. `ended` rejects with Interrupted.
 */
export function startChild({ memoryKb, cpuSeconds, fileBlocks, command, env }: Start) {
  const cpu = Math.ceil(cpuSeconds)
  // The soft limit ends the child with SIGXCPU, which tells it from one that was killed. The hard limit is for a child
  // that ignores this. If the system's own limit is lower, raising it fails and the lower limit applies.
  const limits = ['-c 0', `-d ${memoryKb}`, `-S -t ${cpu}`, `-H -t ${cpu + 60}`, fileBlocks && `-f ${fileBlocks}`]
  const shell = [
    ...limits.filter(Boolean).map((limit) => `ulimit ${limit} 2>/dev/null`),
    // If the whole system runs out of memory, it should end this process before the server or its database.
    'echo 1000 2>/dev/null >/proc/self/oom_score_adj',
    `exec nice -n ${niceness} "$0" "$@"`,
  ].join('; ')
  const child = spawn('/bin/sh', ['-c', shell, ...command], { env: { MALLOC_ARENA_MAX: '2', ...env } })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = child.kill('SIGKILL')
  }, mostWaitMs(cpuSeconds))
  const ended = new Promise<{ code: number | null; killedBy: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, killedBy) => {
      if (isLate) reject(new Interrupted('It waited too long for a processor.'))
      else if (killedBy === 'SIGKILL' || killedBy === 'SIGTERM') reject(new Interrupted('It was ended from outside.'))
      else resolve({ code, killedBy })
    })
  }).finally(() => clearTimeout(timer))
  return { child, ended }
}

const mostOutput = 100_000

/** Returns the path of a program: its built file (vite.children.config.ts), or in development its source. */
function pathOf(program: 'cleaner' | 'decoder'): string {
  const isDevelopment = process.env.NODE_ENV === 'development'
  const path = isDevelopment ? `./${program}.ts` : `../../../../build/children/${program}.js`
  return fileURLToPath(new URL(path, import.meta.url))
}

/**
 * Runs a program of this folder on a file from a stranger: a hostile file can end only that process. Returns the JSON
 * that the program prints, or undefined if it failed or exceeded a limit, which would happen again. Throws Interrupted.
 * @param input bytes for its standard input; an error of this stream is thrown
 */
export async function runChild(
  program: Parameters<typeof pathOf>[0],
  args: string[],
  limits: Limits,
  input?: Readable,
): Promise<unknown> {
  refuseInTransaction('running a child process')
  const { child, ended } = startChild({
    ...limits,
    command: [process.execPath, '--max-old-space-size=64', pathOf(program), ...args],
    env: { UV_THREADPOOL_SIZE: '1' },
  })
  child.stderr.resume()
  let answer = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    answer += text
    // This signal says that it exceeded a limit.
    if (answer.length > mostOutput) child.kill('SIGXCPU')
  })
  let broken: unknown
  // The child may stop reading early, also because it was killed; only an error of the source counts.
  child.stdin.on('error', () => {})
  input?.on('error', (error) => {
    broken = error
  })
  input?.once('close', () => child.stdin.end())
  if (input) input.pipe(child.stdin)
  else child.stdin.end()
  const { code } = await ended.finally(() => {
    input?.destroy()
    if (broken) throw broken
  })
  return code === 0 ? JSON.parse(answer) : undefined
}
