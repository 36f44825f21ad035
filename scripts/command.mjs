import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isProjectNode, nodeBinary } from './lib/node-binary.mjs'
import { prepare } from './lib/prepare.mjs'
import { entry, run } from './lib/run.mjs'

const launcher = fileURLToPath(import.meta.url)
const root = dirname(dirname(launcher))
const [name, ...args] = process.argv.slice(2)

// `npm run backup`, `restore`, `bag` and `bag:import` (docs/operating.md) run the script of that name under the pinned
// Node. If root starts them, they run as the user that runs the site.
await entry(async () => {
  await prepare(root, { pages: false })
  if (!isProjectNode(root)) return run(nodeBinary(root), [launcher, name, ...args])
  const { runAsService } = await import('./lib/serve.mjs')
  const { resolvePath } = await import('./lib/place-for.mjs')
  return runAsService(root, `scripts/${name}.ts`, (user) =>
    args.map((arg, at) => (['--at', '--section'].includes(args[at - 1]) ? arg : resolvePath(arg, user))),
  )
})
