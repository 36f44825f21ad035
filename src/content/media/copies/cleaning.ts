import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Storage } from '#core/storage.ts'
import type { Clean, files } from '../table.ts'
import { runChild } from './child.ts'

/** Cleaning an hour-long film takes a few seconds. */
const limits = { memoryKb: 1_300_000, cpuSeconds: 600 }
/** Blocks of 512 bytes by which a clean file may be larger, because its index is written anew. */
const moreBlocks = 16_384

/**
 * Writes the recording or film at `source` to `target` without tags. Returns false if that isn't possible. If an index
 * names some bytes thousands of times, the target would become much larger, and false is returned, too.
 */
export async function cleanFile(source: string, target: string): Promise<boolean> {
  const fileBlocks = Math.ceil((await stat(source)).size / 512) + moreBlocks
  const answer = (await runChild('cleaner', [source, target], { ...limits, fileBlocks })) as { ok: boolean } | undefined
  return answer?.ok === true
}

type File = Pick<typeof files.$inferSelect, 'id' | 'contentType'>

/** Stores a recording or film without its tags, for readers until there are copies. @param path the original's path */
export async function storeClean(storage: Storage, file: File, path: string): Promise<Clean> {
  const target = `${path}-clean`
  if (!(await cleanFile(path, target))) return 'impossible'
  const { size } = await stat(target)
  const key = cleanKey(file.id)
  await storage.put(key, createReadStream(target), { contentType: file.contentType, size })
  return { key, size }
}

export function cleanKey(fileId: string): string {
  return `files/${fileId}/clean`
}
