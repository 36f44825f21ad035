import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeBinary } from './node-binary.mjs'

/**
 * Starts the demo for the tests that visit a filled site, and doesn't wait for it (test/filled-site.ts does). The demo
 * ends with this process at the latest.
 * @returns the environment that tests need to find it, and a function that stops it
 */
export function startDemo(root, env) {
  const folder = mkdtempSync(join(tmpdir(), 'urithi-filled-'))
  const demo = spawn(nodeBinary(root), ['tools/demo.ts', join(folder, 'filled.json')], {
    cwd: root,
    env: { ...env, PORT: '0' },
    stdio: ['ignore', openSync(join(folder, 'lines'), 'w'), 'inherit', 'ipc'],
  })
  const ended = once(demo, 'exit')
  return {
    env: { ...env, DEMO_FOLDER: folder },
    async stop() {
      demo.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
