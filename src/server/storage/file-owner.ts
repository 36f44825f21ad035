import { chmodSync, lchownSync, lstatSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
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

/** Returns false if the path, or a folder above it, is a file. */
export function canBeFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOTDIR'
  }
}

/** An empty file that marks a data folder. */
const marker = '.urithi-data'
/** Matches the names of a site's files in its data folder, and of their drafts. */
const ofSite =
  /^(\.urithi-data|auth-secret|compiled|drill|media|outbox|pieces|postgres|postgres-password|run|server|socket-dir|work)(\.|$)/
/** The names by which a data folder is recognized that an earlier version has made, or that was only just locked. */
const ofLock = ['server.lock', 'server.pid']

/**
 * Creates a data folder for the service user, or gives that user the site's files of an earlier owner. Nothing else is
 * changed.
 * @throws {Error} with a message to show, if the folder isn't one of a site, or the user can't reach it
 */
export function handOverDataDir(dataDir: string, user: ServiceUser): void {
  if (!canBeFolder(dataDir)) throw new Error('DATA_DIR must be a folder.')
  makePath(dirname(dataDir))
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const names = readdirSync(dataDir)
  const isMarked = names.includes(marker)
  if (names.length > 0 && !isMarked && !ofLock.every((name) => names.includes(name)))
    throw new Error('DATA_DIR must be an empty folder, or one that Urithi has used before.')
  const paths = names.filter((name) => ofSite.test(name)).map((name) => join(dataDir, name))
  if (!allows(lstatSync(dataDir), user) || paths.some((path) => lstatSync(path).uid !== user.uid)) {
    lchownSync(dataDir, user.uid, user.gid)
    for (const path of paths) giveTo(path, user)
  }
  if (!isMarked) {
    writeFileSync(join(dataDir, marker), '', { flag: 'wx', mode: 0o600 })
    lchownSync(join(dataDir, marker), user.uid, user.gid)
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
