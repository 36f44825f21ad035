import { listBackups, readManifest, type StoredBackup } from './manifest.ts'
import { filesOf, objectKey, type Repository } from './repository.ts'

/**
 * Deletes expired backups, then the parts and objects that no remaining backup uses. Returns how many backups it
 * deleted.
 * @param newId id of the backup just made, which is never deleted, even if the clock was set back
 */
export async function prune(
  repository: Repository,
  keep: readonly [number, number, number],
  newId: string,
): Promise<number> {
  const { storage, seal } = repository
  const backups = await listBackups(storage)
  const retained = toKeep(backups, keep).add(newId)
  // All kept backups are read before anything is deleted, so that nothing is deleted if one of them is unreadable.
  const usedObjects = new Set<string>()
  for (const { key } of backups.filter(({ id }) => retained.has(id)))
    for await (const { sha256 } of filesOf(repository, await readManifest(storage, seal, key)))
      usedObjects.add(objectKey(repository, sha256))
  const expired = backups.filter(({ id }) => !retained.has(id))
  for (const { key } of expired) await storage.remove(key)
  const removeUnused = async (prefix: string, isUsed: (key: string) => boolean) => {
    for await (const { key } of storage.list(prefix)) if (!isUsed(key)) await storage.remove(key)
  }
  await removeUnused('parts', (key) => retained.has(key.split('/')[1] ?? ''))
  await removeUnused('objects', (key) => usedObjects.has(key))
  return expired.length
}

/**
 * Returns the ids of the backups to keep: the newest of each of the last days, weeks and months that have any, and
 * always the newest one.
 */
export function toKeep(
  backups: readonly StoredBackup[],
  [days, weeks, months]: readonly [number, number, number],
): Set<string> {
  const newestFirst = [...backups].sort((a, b) => b.point.getTime() - a.point.getTime())
  const retained = new Set(newestFirst.slice(0, 1).map(({ id }) => id))
  const spans: [(point: Date) => string, number][] = [
    [(point) => point.toISOString().slice(0, 10), days],
    [(point) => mondayOf(point), weeks],
    [(point) => point.toISOString().slice(0, 7), months],
  ]
  for (const [spanOf, count] of spans) {
    const seen = new Set<string>()
    for (const { id, point } of newestFirst) {
      const span = spanOf(point)
      if (seen.has(span) || seen.size === count) continue
      seen.add(span)
      retained.add(id)
    }
  }
  return retained
}

function mondayOf(point: Date): string {
  const day = new Date(point)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}
