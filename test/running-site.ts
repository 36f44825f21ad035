import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** The admin of a started site, unless its settings name another. */
export const admin = { email: 'admin@site.test', password: 'Sample admin password 1!' }

export type RunningSite = {
  url: string
  dataDir: string
  /** Id of the server process, which the launcher started. */
  serverPid: number
  /** Waits until the launcher has restarted a crashed server; returns its address and process id. */
  again(): Promise<{ url: string; serverPid: number }>
  /** Returns everything written to stderr. */
  complaints(): string
  /** Resolves when the launcher has ended. */
  ended: Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the site like `npm start`, on a free port.
 * @param dataDir a folder to keep; by default a new one, removed by `stop()`
 * @param settings additional environment variables
 */
export async function startSite(dataDir?: string, settings: Record<string, string> = {}): Promise<RunningSite> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'urithi-run-'))
  const launcher = spawn(process.execPath, ['scripts/start.mjs'], {
    env: {
      PATH,
      HOME,
      // A folder that outlives this site has its compiled code in it, like that of a real site.
      ...(!dataDir && { NODE_COMPILE_CACHE }),
      PORT: '0',
      LOG_LEVEL: 'warn',
      DATA_DIR: folder,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let complaints = ''
  launcher.stderr.on('data', (chunk) => {
    complaints += chunk
    process.stderr.write(chunk)
  })
  const ended = new Promise<void>((resolve) => launcher.once('exit', () => resolve()))
  const starts = readyLines(launcher)
  const next = async () => {
    const { value } = await starts.next()
    if (!value) throw new Error(`the site ended with ${launcher.exitCode}`)
    return { url: value, serverPid: Number(readFileSync(join(folder, 'server.pid'), 'utf8')) }
  }
  return {
    ...(await next()),
    dataDir: folder,
    again: next,
    complaints: () => complaints,
    ended,
    async stop() {
      launcher.kill('SIGTERM')
      await ended
      if (!dataDir) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Yields the site's address each time it becomes ready. */
async function* readyLines({ stdout }: ChildProcess): AsyncGenerator<string> {
  for await (const line of createInterface(stdout as Readable)) {
    const url = /is ready at (\S+)/.exec(line)?.[1]
    if (url) yield url
  }
}
