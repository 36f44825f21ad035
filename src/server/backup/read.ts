import type { ReadBackedUp } from '#core/context.ts'
import type { Config } from '#server/config.ts'
import { log } from '#server/log.ts'
import { sentenceOf } from './failure.ts'
import { openPlace } from './place.ts'
import { objectKey, openObject, openRepository, type Repository } from './repository.ts'

/**
 * Finds bytes where BACKUP_TO says. Their stream ends with an error when they are damaged there, too. Opened once: a
 * passphrase is slow to turn into a key. Null, too, while that place can't be read.
 */
export function backupReader({ backup }: Pick<Config, 'backup'>): ReadBackedUp {
  const { to, s3, passphrase } = backup
  if (!to) return async () => null
  let repository: Promise<Repository> | undefined
  return async (sha256) => {
    repository ??= openPlace(to, s3, true).then((place) => openRepository(place, passphrase))
    try {
      const opened = await repository
      if ((await opened.storage.size(objectKey(opened, sha256))) === undefined) return null
      return await openObject(opened, sha256)
    } catch (error) {
      repository = undefined
      log.warn({ source: 'backup' }, sentenceOf(error))
      return null
    }
  }
}
