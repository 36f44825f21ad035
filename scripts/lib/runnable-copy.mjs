import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { canReach } from '#server/start/service-user.ts'
import { makeSharedFolder, openToAll } from '#server/storage/file-owner.ts'
import { fingerprint } from './build.mjs'

const parts = ['server.ts', 'src', 'migrations', 'data', 'public', 'build', 'scripts', 'package.json']
const installed = 'node_modules/.package-lock.json'

/** Returns the data folder for a clone that the service user can't reach. */
export function ownFolder(root) {
  return join(makeSharedFolder(), createHash('sha256').update(root).digest('hex').slice(0, 16))
}

/**
 * Returns the folder to run from as `user`: the clone if all of it is readable, otherwise a copy owned by root that is
 * updated when the clone changes. The copy is beside the default data folder, because the service user could replace
 * files inside that folder.
 */
export function runnableCopy(root, user) {
  if (readable(root, user)) return root
  const copy = `${ownFolder(root)}.app`
  const stamp = fingerprint(root, [...parts, installed])
  const stampFile = join(copy, '.stamp')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return copy
  console.log('Copying the site to a folder that the service user can read…')
  const draft = mkdtempSync(`${copy}.new-`)
  try {
    for (const part of [...parts, ...productionPackages(root)]) copyPart(join(root, part), join(draft, part))
    writeFileSync(join(draft, '.stamp'), stamp)
    openToAll(draft)
    rmSync(copy, { recursive: true, force: true })
    renameSync(draft, copy)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return copy
}

function copyPart(from, to) {
  if (!existsSync(from)) return
  mkdirSync(dirname(to), { recursive: true })
  // Nested packages have their own row in the list, or are for development.
  const filter = (path) => path === from || basename(path) !== 'node_modules'
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter })
}

function productionPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, installed), 'utf8'))
  return Object.keys(packages).filter((path) => !packages[path]?.dev)
}

/** Checks every file of the project, but only one per package, because npm writes a whole package with one umask. */
function readable(root, user) {
  const packages = productionPackages(root).map((path) => join(path, 'package.json'))
  return (
    parts.every((part) => treeReadable(join(root, part), user)) &&
    packages.every((path) => readableIfThere(join(root, path), user))
  )
}

function readableIfThere(path, user) {
  return !existsSync(path) || canReach(path, user, 'read')
}

function treeReadable(path, user) {
  if (!existsSync(path)) return true
  if (!canReach(path, user, 'read')) return false
  return !statSync(path).isDirectory() || readdirSync(path).every((name) => treeReadable(join(path, name), user))
}
