import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeBinary } from './lib/node-binary.mjs'
import { prepare } from './lib/prepare.mjs'
import { entry, run } from './lib/run.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

// `npm run bench`: how fast the site answers, in one table. `npm run bench -- --quick`: whether the bench itself works.
await entry(async () => {
  await prepare(root, { pages: true })
  return run(nodeBinary(root), [join(root, 'scripts/bench.ts'), ...process.argv.slice(2)], { cwd: root })
})
