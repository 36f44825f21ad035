import { chownSync, existsSync, readdirSync, statSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * Resolves a path argument relative to the caller's directory; returns options and `s3://` addresses unchanged. If
 * `user` is given, makes that user the owner of an empty folder so that it can write there.
 */
export function resolvePath(arg, user) {
  if (arg.startsWith('-') || arg.startsWith('s3://')) return arg
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), arg)
  if (user && isEmptyFolder(path)) chownSync(path, user.uid, user.gid)
  return path
}

function isEmptyFolder(path) {
  return existsSync(path) && statSync(path).isDirectory() && readdirSync(path).length === 0
}
