import { chownSync, lchownSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServiceUser } from '../start/service-user.ts'
import { replaceFile } from '../storage/private-file.ts'

const maxPathBytes = 107 - '/.s.PGSQL.5432'.length

/**
 * Returns the private folder of PostgreSQL's socket: `DATA_DIR/run` or, if that isn't private or its path is too long
 * for a socket, a temporary folder recorded in `DATA_DIR/socket-dir` and replaced if it isn't private any more.
 */
export function socketFolder(dataDir: string, user: ServiceUser | undefined): string {
  const uid = user?.uid ?? process.getuid?.()
  const runFolder = join(dataDir, 'run')
  if (Buffer.byteLength(runFolder) <= maxPathBytes) {
    mkdirSync(runFolder, { recursive: true, mode: 0o700 })
    if (user) lchownSync(runFolder, user.uid, user.gid)
    if (isOurs(runFolder, uid)) return runFolder
  }
  const note = join(dataDir, 'socket-dir')
  const folder = readNote(note)
  if (folder && isOurs(folder, uid)) return folder
  const created = mkdtempSync(join(tmpdir(), 'urithi-'))
  if (user) chownSync(created, user.uid, user.gid)
  replaceFile(note, created, user)
  return created
}

/** Removes a socket folder outside the data folder, once nothing listens in it. */
export function forgetSocketFolder(dataDir: string): void {
  const note = join(dataDir, 'socket-dir')
  const folder = readNote(note)
  rmSync(note, { force: true })
  if (folder) rmSync(folder, { recursive: true, force: true })
}

function readNote(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function isOurs(path: string, uid: number | undefined): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return Boolean(stats?.isDirectory() && stats.uid === uid && (stats.mode & 0o777) === 0o700)
}
