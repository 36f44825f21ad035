import type { Site } from '#core/context.ts'
import type { StoredSite } from '#src/site.ts'
import type { Config } from './config.ts'

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
