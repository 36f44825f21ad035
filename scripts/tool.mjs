import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeBinary } from './lib/node-binary.mjs'
import { prepare } from './lib/prepare.mjs'
import { entry, run } from './lib/run.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [name, ...args] = process.argv.slice(2)

// `npm run bench`, `demo`, `drill` and `screenshots` build the pages if needed and run the tool of that name.
await entry(async () => {
  await prepare(root, { pages: true })
  return run(nodeBinary(root), [join(root, `tools/${name}.ts`), ...args], { cwd: root })
})
