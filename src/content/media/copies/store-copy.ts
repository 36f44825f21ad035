import { createReadStream } from 'node:fs'
import type { Storage } from '#core/storage.ts'
import { contentTypeOf, nameOf } from '../queries.ts'
import type { Variant } from '../table.ts'

/** Stores the copy at `path` and returns it with its key. Every attempt uses the same key and overwrites the copy. */
export async function storeCopy<Copy extends Omit<Variant, 'key'>>(
  storage: Storage,
  fileId: string,
  path: string,
  copy: Copy,
): Promise<Copy & { key: string }> {
  const key = `files/${fileId}/${nameOf(copy)}`
  await storage.put(key, createReadStream(path), { contentType: contentTypeOf(copy), size: copy.size })
  return { ...copy, key }
}
