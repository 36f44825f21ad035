import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { nodeOptions } from '../scripts/lib/node-options.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export type WatchedServer = {
  url: string
  /** Runs `work` and returns by how many MB the server's memory rose, the seconds, and the server's CPU seconds. */
  cost(work: () => Promise<void>): Promise<{ mb: number; seconds: number; cpuSeconds: number }>
  stop(): Promise<void>
}

/** Starts a server process with the options of `npm start` and watches it from outside. Works on Linux only. */
export async function watchedServer(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<WatchedServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'urithi-watched-'))
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const server = spawn(process.execPath, [...nodeOptions, 'server.ts'], {
    cwd: root,
    env: { PATH, NODE_COMPILE_CACHE, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await readyAt(server)
  return {
    url,
    async cost(work) {
      const before = resident(server)
      const [began, cpu] = [Date.now(), cpuOf(server)]
      let peak = before
      const timer = setInterval(() => {
        peak = Math.max(peak, resident(server))
      }, 20)
      await work().finally(() => clearInterval(timer))
      return { mb: peak - before, seconds: (Date.now() - began) / 1000, cpuSeconds: cpuOf(server) - cpu }
    },
    async stop() {
      server.kill('SIGKILL')
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function readyAt(server: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: server.stdout as Readable })) {
    const url = /ready at (\S+)/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error('the server didn’t start')
}

function resident({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** Returns how many CPU seconds all threads of the server have used. */
function cpuOf({ pid }: ChildProcess): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').slice(11, 13) ?? []
  return (Number(user) + Number(system)) / 100
}
