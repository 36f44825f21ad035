import { join } from 'node:path'
import type { Storage } from '#core/storage.ts'
import { openLocalStorage } from './storage-local.ts'

/** What storage needs of the settings: without `s3` the bytes live in `dataDir`/media. */
export type StorageConfig = {
  dataDir: string
  s3?: S3Config | undefined
}
export type S3Config = {
  endpoint: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  region: string
}

/** Opens the storage that the settings name. */
export async function openStorage(config: StorageConfig): Promise<Storage> {
  if (!config.s3) return openLocalStorage(join(config.dataDir, 'media'))
  // The S3 client weighs tens of megabytes of memory: only who uses it pays for it.
  const { openS3Storage } = await import('./storage-s3.ts')
  return openS3Storage(config.s3)
}
