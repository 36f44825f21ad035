import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeOptions } from '../scripts/lib/node-options.ts'
import { cpuSecondsOf, residentOf } from '../tools/bench/processes.ts'
import { addressOf } from '../tools/child.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export type WatchedServer = {
  url: string
  pid: number
  dataDir: string
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
  const { pid = 0 } = server
  const url = await addressOf(server)
  return {
    url,
    pid,
    dataDir,
    async cost(work) {
      const before = residentOf(pid)
      const [began, cpu] = [Date.now(), cpuSecondsOf(pid)]
      let peak = before
      const timer = setInterval(() => {
        peak = Math.max(peak, residentOf(pid))
      }, 20)
      await work().finally(() => clearInterval(timer))
      return { mb: peak - before, seconds: (Date.now() - began) / 1000, cpuSeconds: cpuSecondsOf(pid) - cpu }
    },
    async stop() {
      server.kill('SIGKILL')
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
