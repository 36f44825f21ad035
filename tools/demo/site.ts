import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forgetSocketFolder } from '#server/database/embedded-postgres.ts'
import { addressOf, stop } from '../child.ts'
import type { Site } from './people.ts'

const launcher = join(import.meta.dirname, '../../scripts/start.mjs')

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
  return { url: await addressOf(site), dataDir }
}
