import type { ReadBackedUp } from '#core/context.ts'
import type { Config } from '#server/config.ts'
import { log } from '#server/log.ts'
import { Failure, sentenceOf } from './failure.ts'
import { openPlace } from './place.ts'
import { objectKey, openFinished, openObject, type Repository } from './repository.ts'

/**
 * Finds bytes where BACKUP_TO says. Their stream ends with an error when they are damaged there, too. The place stays open:
 * a passphrase is slow to turn into a key.
 */
export function backupReader({ backup }: Pick<Config, 'backup'>): ReadBackedUp {
  const { to, s3, passphrase } = backup
  if (!to) return async () => null
  let opened: Promise<Repository> | undefined
  return async (sha256) => {
    try {
      const found = opened && (await find(await opened, sha256))
      if (found) return found
      // None was open, or by now another disk lies there, with a key of its own.
      opened = openPlace(to, s3, true).then((place) => openFinished(place, passphrase))
      return await find(await opened, sha256)
    } catch (error) {
      opened = undefined
      const why = sentenceOf(error)
      log.warn({ source: 'backup' }, why)
      throw new Failure(why)
    }
  }
}

async function find(repository: Repository, sha256: string) {
  const size = await repository.storage.size(objectKey(repository, sha256))
  return size === undefined ? null : openObject(repository, sha256)
}
