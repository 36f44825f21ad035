import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { nodeBinary } from './node-binary.mjs'

/**
 * Starts the demo for the tests that visit a filled site, and doesn't wait for it (test/filled-site.ts does). The demo
 * ends with this process at the latest.
 * @param folder where the demo's lines and what it consists of are written
 * @returns a function that stops it
 */
export function startDemo(root, folder, env) {
  const demo = spawn(nodeBinary(root), ['tools/demo.ts', join(folder, 'filled.json')], {
    cwd: root,
    env: { ...env, PORT: '0' },
    stdio: ['ignore', openSync(join(folder, 'lines'), 'w'), 'inherit', 'ipc'],
  })
  const ended = once(demo, 'exit')
  return async () => {
    demo.kill('SIGTERM')
    await ended
  }
}
