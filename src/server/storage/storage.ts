import type { Storage } from '#core/storage.ts'
import { openLocalStorage } from './storage-local.ts'
import type { S3Config } from './storage-s3.ts'

/** Settings of the storage; without `s3`, files are stored in `dataDir`/media. */
export type StorageConfig = {
  dataDir: string
  s3?: S3Config | undefined
}

export async function openStorage(config: StorageConfig): Promise<Storage> {
  if (!config.s3) return openLocalStorage(`${config.dataDir}/media`)
  // The S3 client takes tens of megabytes of memory, so it is loaded only if used.
  const { openS3Storage } = await import('./storage-s3.ts')
  return openS3Storage(config.s3)
}
