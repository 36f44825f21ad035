import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The Node that runs the project: the one that package.json pins for this platform, else the present one.
 * Throws one sentence when there is neither.
 */
export function nodeBinary(root) {
  const pinned = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(pinned)) return realpathSync(pinned)
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  throw new Error(
    `Urithi needs Node 22.18 or newer on ${process.platform} ${process.arch}, and this is ${process.version}.`,
  )
}

/** Whether this process already is the Node that runs the project. */
export function isProjectNode(root) {
  return realpathSync(process.execPath) === nodeBinary(root)
}
