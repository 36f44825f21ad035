import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Storage } from '#core/storage.ts'
import type { Config } from '../start/config.ts'
import { openLocalStorage } from '../storage/storage-local.ts'
import { Failure } from './failure.ts'

export const isBucket = (where: string): boolean => where.startsWith('s3://')

/** Opens a folder or `s3://bucket/prefix`. @param must whether a folder has to exist already */
export async function openDestination(where: string, s3: Config['backup']['s3'], must: boolean): Promise<Storage> {
  if (!isBucket(where)) {
    if (must && !existsSync(where)) throw new Failure(`The folder ${where} doesn’t exist. Check the path.`)
    return openLocalStorage(resolve(where))
  }
  const [, bucket, prefix = ''] = /^s3:\/\/([\w.-]+)(?:\/([a-z0-9._/-]*))?$/.exec(where) ?? []
  if (!bucket) throw new Failure('Write a bucket as s3://name or s3://name/folder, in lower case.')
  const { endpoint, region, accessKeyId, secretAccessKey } = s3
  if (!endpoint || !accessKeyId || !secretAccessKey)
    throw new Failure('For a bucket, set BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY.')
  const { openS3Storage } = await import('../storage/storage-s3.ts')
  const folder = prefix.replace(/^\/+|\/+$/g, '')
  return openS3Storage({ endpoint, region, accessKeyId, secretAccessKey, bucket, folder })
}
