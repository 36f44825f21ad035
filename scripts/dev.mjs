import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeBinary } from './lib/node-binary.mjs'
import { prepare } from './lib/prepare.mjs'
import { entry, run } from './lib/run.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

// `npm run dev` restarts the server when one of its modules changes; Vite reloads pages.
await entry(async () => {
  await prepare(root, { pages: false })
  const env = { ...process.env, NODE_ENV: 'development' }
  return run(nodeBinary(root), ['--watch', '--watch-preserve-output', 'server.ts'], { cwd: root, env })
})
