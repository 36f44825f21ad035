import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { hasFfmpeg } from '#content/media/copies/ffmpeg.ts'
import type { Site } from '#core/context.ts'
import { readStoredSite, type StoredSite } from '#src/site.ts'
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

type FromEnvironment = Omit<Site, 'texts' | 'logo' | 'colours' | 'reload'>

/** Returns the settings of the environment. Those in `fixed` win over what admins set in the browser. */
export function siteOf(config: Config, baseUrl: string): FromEnvironment {
  return {
    name: config.siteName,
    baseUrl,
    contactEmail: config.contactEmail,
    followLinks: config.followLinks,
    fixed: config.fixed,
    maxUploadBytes: config.maxUploadMb * 1024 * 1024,
    quota: { confirmed: config.quotaMb * 1024 * 1024, unconfirmed: config.quotaUnconfirmedMb * 1024 * 1024 },
    tokenTtlSeconds: config.tokenTtlSeconds,
    sendsMail: config.smtpUrl !== undefined,
    membership: config.membership,
    requireMfa: config.requireMfa,
    shop: config.shop,
  }
}

/** Returns the settings in force: those of the environment, and what admins have set. */
export function withStored(environment: FromEnvironment, stored: StoredSite): Omit<Site, 'reload'> {
  const { name, contactEmail, followLinks, fixed } = environment
  const isFree = (setting: Site['fixed'][number]) => !fixed.includes(setting)
  return {
    ...environment,
    name: isFree('name') && stored.name ? stored.name : name,
    contactEmail: isFree('contactEmail') ? stored.contactEmail : contactEmail,
    followLinks: isFree('followLinks') ? stored.followLinks : followLinks,
    texts: stored.texts,
    logo: stored.logo,
    colours: stored.colours,
  }
}

/**
 * Returns the site's settings, read once and updated in place by `reload`. Several calls at the same time read at most
 * twice, because an instance is notified of every change of content.
 * @param onChanged runs when they differ after a reload, because pages were rendered with the old ones
 */
export async function openSettings(
  environment: FromEnvironment,
  read: () => Promise<StoredSite>,
  onChanged: () => void,
): Promise<Site> {
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  let stored = await read()
  const site: Site = { ...withStored(environment, stored), reload }
  return site

  function reload(): Promise<void> {
    next ??= running
      .catch(() => {})
      .then(() => {
        running = load()
        next = undefined
        return running
      })
    return next
  }

  async function load(): Promise<void> {
    const latest = await read()
    if (JSON.stringify(latest) === JSON.stringify(stored)) return
    stored = latest
    Object.assign(site, withStored(environment, stored))
    onChanged()
  }
}
