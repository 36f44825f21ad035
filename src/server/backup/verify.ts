import { Failure } from './failure.ts'
import { listBackups, type Manifest, readManifest, type StoredBackup } from './manifest.ts'
import { drain, filesOf, openObject, openPart, type Repository } from './repository.ts'

/**
 * Returns the manifest of the newest backup, or of the newest one not after a given time.
 * @throws {Failure} if there is none
 */
export async function chooseBackup({ storage, seal }: Repository, at?: Date): Promise<Manifest> {
  const chosen = (await listBackups(storage)).findLast(({ point }: StoredBackup) => !at || point <= at)
  if (!chosen)
    throw new Failure(
      at ? 'There is no finished backup from before that time.' : 'There is no finished backup in this place.',
    )
  return readManifest(storage, seal, chosen.key)
}

/** Reads every byte of a backup. @throws {Damaged} at the first mismatch */
export async function verifyBackup(repository: Repository, manifest: Manifest): Promise<void> {
  for (const { name } of manifest.tables) await drain(await openPart(repository, manifest, name), `“${name}”`)
  const missing = new Set(manifest.missing)
  for await (const { sha256, key } of filesOf(repository, manifest))
    if (!missing.has(key)) await drain(await openObject(repository, sha256), 'a file')
}
