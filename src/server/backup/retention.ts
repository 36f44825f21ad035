import { type Kept, listBackups, readManifest } from './manifest.ts'
import { filesOf, objectKey, type Repository } from './repository.ts'

/** The newest of each of the last days, weeks and months that have one; always the newest of all. */
export function toKeep(
  backups: readonly Kept[],
  [days, weeks, months]: readonly [number, number, number],
): Set<string> {
  const newestFirst = [...backups].sort((a, b) => b.point.getTime() - a.point.getTime())
  const kept = new Set(newestFirst.slice(0, 1).map(({ id }) => id))
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
      kept.add(id)
    }
  }
  return kept
}

function mondayOf(point: Date): string {
  const day = new Date(point)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}

/**
 * Removes the backups that no span keeps, then what no kept one names. Answers how many backups went.
 * @param made the id of the one that was just made: it stays also where the clock was set back since another
 */
export async function prune(
  repository: Repository,
  keep: readonly [number, number, number],
  made: string,
): Promise<number> {
  const { storage, seal } = repository
  const backups = await listBackups(storage)
  const kept = toKeep(backups, keep).add(made)
  // All that stay are read before the first goes: one that can't be read must not cost another its files.
  const named = new Set<string>()
  for (const { key } of backups.filter(({ id }) => kept.has(id)))
    for await (const { sha256 } of filesOf(repository, await readManifest(storage, seal, key)))
      named.add(objectKey(repository, sha256))
  const going = backups.filter(({ id }) => !kept.has(id))
  for (const { key } of going) await storage.remove(key)
  const left = async (prefix: string, stays: (key: string) => boolean) => {
    for await (const { key } of storage.list(prefix)) if (!stays(key)) await storage.remove(key)
  }
  await left('parts', (key) => kept.has(key.split('/')[1] ?? ''))
  await left('objects', (key) => named.has(key))
  return going.length
}
