import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { forgetSocketFolder } from '#server/database/embedded-postgres.ts'
import type { Site } from './people.ts'

const launcher = join(import.meta.dirname, '../../scripts/start.mjs')
const stopSeconds = 30

/** Starts a site in a temporary folder with this admin. It stops when `opened` is disposed. */
export async function openDemo(
  opened: AsyncDisposableStack,
  admin: { email: string; password: string },
): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'urithi-demo-'))
  opened.defer(() => {
    forgetSocketFolder(dataDir)
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, PORT = '0', HOST } = process.env
  const env = {
    ...{ PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, PORT, HOST, DATA_DIR: dataDir },
    ...{ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, SITE_NAME: 'Demo', LOG_LEVEL: 'warn' },
  }
  const site = spawn(process.execPath, [launcher], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'], detached: true })
  opened.defer(() => stop(site))
  if (!site.stdout) throw new Error('The site has no output.')
  for await (const line of createInterface(site.stdout)) {
    const [, url] = / is ready at (http:\S+)/.exec(line) ?? []
    if (url) return { url, dataDir }
  }
  throw new Error('The site didn’t start: see the lines above.')
}

async function stop(site: ChildProcess) {
  if (site.exitCode !== null || site.signalCode !== null) return
  const killTimer = setTimeout(() => site.kill('SIGKILL'), stopSeconds * 1000)
  site.kill('SIGTERM')
  await once(site, 'exit')
  clearTimeout(killTimer)
}
