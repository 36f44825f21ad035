import { chmodSync, lchownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { canReach, type ServiceUser } from '#server/service-user.ts'

const sharedFolder = '/var/lib/urithi'

/** Where root keeps what the service user must be able to read when it cannot read the clone: made when missing. */
export function makeSharedFolder(): string {
  mkdirSync(sharedFolder, { recursive: true })
  // Whatever the caller's umask said.
  chmodSync(sharedFolder, 0o755)
  return sharedFolder
}

/** Makes a copied tree readable by everyone and writable by its owner alone; symlinks are not followed. */
export function openToAll(path: string): void {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) return
  chmodSync(path, stats.isDirectory() || stats.mode & 0o100 ? 0o755 : 0o644)
  if (stats.isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name))
}

const ourNames = ['postgres', 'postgres-password', 'server.lock', 'auth-secret', 'media', 'outbox']

/**
 * Makes a data folder the service user's: creates it, and hands over what an earlier owner left in it.
 * @throws {Error} one sentence, when the folder holds something else, or lies where that user cannot reach it.
 */
export function handOverDataDir(dataDir: string, user: ServiceUser): void {
  makePath(dirname(dataDir))
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const names = readdirSync(dataDir)
  const ours = names.filter((name) => ourNames.includes(name))
  const foreign = ours.some((name) => lstatSync(join(dataDir, name)).uid !== user.uid)
  const closed = !allows(lstatSync(dataDir), user)
  if (foreign || closed) {
    if (names.length > 0 && ours.length === 0) {
      throw new Error('DATA_DIR must be an empty folder, or one that Urithi has used before.')
    }
    giveTo(dataDir, user)
  }
  if (!canReach(dataDir, user, 'write')) {
    throw new Error(`DATA_DIR must lie where the user ${user.name} can reach it, such as under /var/lib.`)
  }
}

/** New folders above the data folder let others through, whatever the caller's umask says. */
function makePath(path: string): void {
  const first = mkdirSync(path, { recursive: true })
  for (let made = path; first && made.startsWith(first); made = dirname(made)) chmodSync(made, 0o755)
}

function allows(stats: { uid: number; mode: number }, user: ServiceUser): boolean {
  return stats.uid === user.uid || (stats.mode & 0o003) === 0o003
}

function giveTo(path: string, owner: ServiceUser): void {
  lchownSync(path, owner.uid, owner.gid)
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) giveTo(join(path, name), owner)
}
