import { chmodSync, lchownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { canReach, type ServiceUser } from '../start/service-user.ts'

const sharedFolder = '/var/lib/urithi'

/** Creates the folder for files that the service user has to read when it can't read the project's folder. */
export function makeSharedFolder(): string {
  mkdirSync(sharedFolder, { recursive: true })
  // The mode is set explicitly, because the caller's umask may remove rights.
  chmodSync(sharedFolder, 0o755)
  return sharedFolder
}

/** Makes a copied tree readable by everyone and writable by its owner only; symlinks are not followed. */
export function openToAll(path: string): void {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) return
  chmodSync(path, stats.isDirectory() || stats.mode & 0o100 ? 0o755 : 0o644)
  if (stats.isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name))
}

const ourNames = /^(postgres|postgres-password|server\.lock|auth-secret|media|outbox)$/

/**
 * Creates a data folder for the service user, or gives that user the files of an earlier owner.
 * @throws {Error} with a message to show, if the folder contains only other files or the user can't reach it
 */
export function handOverDataDir(dataDir: string, user: ServiceUser): void {
  makePath(dirname(dataDir))
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const names = readdirSync(dataDir)
  const ours = names.filter((name) => ourNames.test(name))
  const foreign = ours.some((name) => lstatSync(join(dataDir, name)).uid !== user.uid)
  const closed = !allows(lstatSync(dataDir), user)
  if (foreign || closed) {
    if (names.length > 0 && ours.length === 0) {
      throw new Error('DATA_DIR must be an empty folder, or one that Urithi has used before.')
    }
    giveTo(dataDir, user)
  }
  if (!canReach(dataDir, user, 'write')) {
    throw new Error(`DATA_DIR must be where the user ${user.name} can reach it, such as under /var/lib.`)
  }
}

/** Makes new parent folders accessible, whatever the caller's umask. */
function makePath(path: string): void {
  const first = mkdirSync(path, { recursive: true })
  for (let folder = path; first && folder.startsWith(first); folder = dirname(folder)) chmodSync(folder, 0o755)
}

function allows(stats: { uid: number; mode: number }, user: ServiceUser): boolean {
  return stats.uid === user.uid || (stats.mode & 0o003) === 0o003
}

function giveTo(path: string, owner: ServiceUser): void {
  lchownSync(path, owner.uid, owner.gid)
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) giveTo(join(path, name), owner)
}
