import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { hasFfmpeg } from '#content/media/copies/ffmpeg.ts'
import { readStoredSite } from '#src/site.ts'
import { backupReader } from '../backup/reader.ts'
import { openBackups } from '../backup/schedule.ts'
import type { openDatabase } from '../database/database.ts'
import type { Services } from '../http/context.ts'
import { openLimits } from '../http/limits.ts'
import { openMailer } from '../jobs/mail.ts'
import { openMailDomains } from '../jobs/mail-domains.ts'
import { contactOf, openPusher } from '../jobs/push.ts'
import { openDisk } from '../storage/disk.ts'
import { openStorage } from '../storage/storage.ts'
import type { Config } from './config.ts'
import { openSettings, siteOf } from './site.ts'

type Database = Pick<ReturnType<typeof openDatabase>, 'db' | 'pool'>

type Options = Pick<Services, 'tokens' | 'onContentChanged' | 'contentVersion'> & {
  config: Config
  /** The folder of the project. */
  root: string
  databases: { writes: Database; reads: Database; guests: Pick<Database, 'db'> }
  baseUrl: string
  secret: string
  countMails: (mail: Services['mail']) => Services['mail']
  /** Drops the pages that were rendered with the earlier settings. */
  onSettingsChanged: () => void
}

/** Opens what requests and jobs use: storage, mail, push, limits and the site's settings. */
export async function openServices(options: Options): Promise<Services> {
  const { config, root, databases, baseUrl, secret, tokens, countMails, onContentChanged } = options
  const { contentVersion, onSettingsChanged } = options
  const { db } = databases.writes
  const site = await openSettings(siteOf(config, baseUrl), () => readStoredSite(db), onSettingsChanged)
  return {
    db: databases.writes.db,
    reads: databases.reads.db,
    guestDb: databases.guests.db,
    storage: await openStorage(config),
    disk: openDisk({
      folders: [
        ...(config.s3 ? [] : [`${config.dataDir}/media`, `${config.dataDir}/pieces`]),
        ...(config.databaseUrl ? [] : [join(config.dataDir, 'postgres')]),
      ],
      reserve: config.diskReserveMb === undefined ? undefined : config.diskReserveMb * 1024 * 1024,
    }),
    tokens,
    mail: countMails(await openMailer(config, site, openMailDomains())),
    push: openPusher(secret, contactOf(site)),
    backups: openBackups(config, root),
    limits: openLimits(databases.writes.db, databases.writes.pool, secret),
    notices: new Set((await hasFfmpeg()) ? [] : ['no-ffmpeg']),
    readBackedUp: backupReader(config),
    workFolder: emptyFolder(join(config.dataDir, 'work')),
    piecesFolder: config.s3 ? undefined : join(config.dataDir, 'pieces'),
    onContentChanged,
    contentVersion,
    site,
  }
}

/** Returns a private, empty folder. DATA_DIR has one server at a time, so an earlier one left what is in the folder. */
function emptyFolder(path: string): string {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path, { recursive: true, mode: 0o700 })
  return path
}
