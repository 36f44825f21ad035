/** Caches of public content. Each account has its own caches, which are deleted when it leaves the device. */
const shared = { pages: 'urithi-pages', pictures: 'urithi-pictures' }
export const assetCache = 'urithi-assets'
/** Name of the cache with the page that is shown for addresses without a stored copy. */
export const fallbackCache = 'urithi-fallback-pages'
const own = 'urithi-of-'

export type CacheKind = keyof typeof shared

/** @param account null for public content */
export function cacheOf(kind: CacheKind, account: string | null): string {
  return account === null ? shared[kind] : `${own}${account}-${kind}`
}

/** Deletes the caches of all accounts, or of all but one. */
export async function dropAccounts(except?: string): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(own))
  const obsolete = names.filter((name) => except === undefined || !name.startsWith(`${own}${except}-`))
  await Promise.all(obsolete.map((name) => caches.delete(name)))
}
