import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the path of the Node binary that runs the project: the one pinned in package.json for this platform, or the
 * current one. Throws an error with a message for the user if neither is suitable.
 */
export function nodeBinary(root) {
  const pinned = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(pinned)) return realpathSync(pinned)
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  throw new Error(
    `Urithi needs Node 22.18 or newer on ${process.platform} ${process.arch}, but this is ${process.version}.`,
  )
}

/** Returns whether this process is running on the project's Node. */
export function isProjectNode(root) {
  return realpathSync(process.execPath) === nodeBinary(root)
}
