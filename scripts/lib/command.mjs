import { dirname } from 'node:path'
import { isProjectNode, nodeBinary } from './node-binary.mjs'
import { prepare } from './prepare.mjs'
import { entry, run } from './run.mjs'

/** Runs a command of whoever owns the machine: under the pinned Node, and as root as the user that runs the site. */
export function command(launcher, script) {
  const root = dirname(dirname(launcher))
  return entry(async () => {
    await prepare(root, { pages: false })
    const args = process.argv.slice(2)
    if (!isProjectNode(root)) return run(nodeBinary(root), [launcher, ...args])
    const { runAsService } = await import('./serve.mjs')
    const { placeFor } = await import('./place-for.mjs')
    return runAsService(root, script, (user) =>
      args.map((arg, at) => (['--at', '--section'].includes(args[at - 1]) ? arg : placeFor(arg, user))),
    )
  })
}
