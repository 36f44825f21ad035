import { chownSync, existsSync, readdirSync, statSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * Resolves an argument that names a folder or file from the caller's directory. As root, also makes the service user
 * the owner of an empty folder, because it writes there each night.
 */
export function placeFor(arg, user) {
  if (arg.startsWith('-') || arg.startsWith('s3://')) return arg
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), arg)
  if (user && isEmptyFolder(path)) chownSync(path, user.uid, user.gid)
  return path
}

function isEmptyFolder(path) {
  return existsSync(path) && statSync(path).isDirectory() && readdirSync(path).length === 0
}
