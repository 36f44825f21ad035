import { chownSync, lchownSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { replaceFile } from '#server/private-file.ts'
import type { ServiceUser } from '#server/service-user.ts'

const longest = 107 - '/.s.PGSQL.5432'.length

/**
 * The private folder for PostgreSQL's socket: `DATA_DIR/run`, or where that path is too long for a socket a folder under
 * the system's temporary one, remembered in `DATA_DIR/socket-dir` and made anew whenever it is not ours alone any more.
 */
export function socketFolder(dataDir: string, user: ServiceUser | undefined): string {
  const uid = user?.uid ?? process.getuid?.()
  const near = join(dataDir, 'run')
  if (Buffer.byteLength(near) <= longest) {
    mkdirSync(near, { recursive: true, mode: 0o700 })
    if (user) lchownSync(near, user.uid, user.gid)
    if (isOurs(near, uid)) return near
  }
  const note = join(dataDir, 'socket-dir')
  const kept = readNote(note)
  if (kept && isOurs(kept, uid)) return kept
  const made = mkdtempSync(join(tmpdir(), 'urithi-'))
  if (user) chownSync(made, user.uid, user.gid)
  replaceFile(note, made, user)
  return made
}

/** Removes a socket folder that lies outside the data folder, once nothing listens in it. */
export function forgetSocketFolder(dataDir: string): void {
  const note = join(dataDir, 'socket-dir')
  const kept = readNote(note)
  rmSync(note, { force: true })
  if (kept) rmSync(kept, { recursive: true, force: true })
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
