import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isProjectNode, nodeBinary } from './lib/node-binary.mjs'
import { prepare } from './lib/prepare.mjs'
import { entry, run } from './lib/run.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

// `npm start` runs this file under any Node from version 18 on, and the rest under the pinned one.
await entry(async () => {
  await prepare(root, { pages: true, settings: true })
  if (isProjectNode(root)) return (await import('./lib/serve.mjs')).serve(root)
  return run(nodeBinary(root), [fileURLToPath(import.meta.url)])
})
