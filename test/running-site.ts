import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Every site of the tests has this admin. */
export const admin = { email: 'admin@site.test', password: 'Sample admin password 1!' }

export type RunningSite = {
  url: string
  dataDir: string
  /** The server itself, below the launcher. */
  serverPid: number
  /** Ends when the launcher has. */
  ended: Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the site as `npm start` does, on a free port.
 * @param dataDir a folder to keep; without it a folder of its own, removed by `stop()`
 * @param settings more variables of the environment
 */
export async function startSite(dataDir?: string, settings: Record<string, string> = {}): Promise<RunningSite> {
  const { PATH, HOME } = process.env
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'urithi-run-'))
  const launcher = spawn(process.execPath, ['scripts/start.mjs'], {
    env: {
      PATH,
      HOME,
      PORT: '0',
      LOG_LEVEL: 'warn',
      DATA_DIR: folder,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => launcher.once('exit', () => resolve()))
  const url = await ready(launcher)
  return {
    url,
    dataDir: folder,
    serverPid: Number(readFileSync(join(folder, 'server.pid'), 'utf8')),
    ended,
    async stop() {
      launcher.kill('SIGTERM')
      await ended
      if (!dataDir) rmSync(folder, { recursive: true, force: true })
    },
  }
}

function ready(launcher: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    launcher.stdout?.on('data', (chunk) => {
      output += chunk
      const url = /is ready at (\S+)/.exec(output)?.[1]
      if (url) resolve(url)
    })
    launcher.once('exit', (code) => reject(new Error(`the site ended with ${code}: ${output}`)))
  })
}
