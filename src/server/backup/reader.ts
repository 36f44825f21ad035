import type { ReadBackedUp } from '#core/context.ts'
import { log } from '../observability/log.ts'
import type { Config } from '../start/config.ts'
import { openDestination } from './destination.ts'
import { Failure, sentenceOf } from './failure.ts'
import { objectKey, openFinished, openObject, type Repository } from './repository.ts'

/**
 * Returns a function that finds files in the backups at BACKUP_TO. Their streams fail at the end if the copy in the
 * backup is damaged, too. The repository stays open, because deriving a key from a passphrase is slow.
 */
export function backupReader({ backup }: Pick<Config, 'backup'>): ReadBackedUp {
  const { to, s3, passphrase } = backup
  if (!to) return async () => null
  let opened: Promise<Repository> | undefined
  return async (sha256) => {
    try {
      const stream = opened && (await find(await opened, sha256))
      if (stream) return stream
      // No repository was open, or another disk with another key may have been mounted there since.
      opened = openDestination(to, s3, true).then((place) => openFinished(place, passphrase))
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
