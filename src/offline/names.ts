/** What everybody may see lies in these, what one account may in caches of its own, which go with it. */
const shared = { pages: 'urithi-pages', pictures: 'urithi-pictures' }
export const assetCache = 'urithi-assets'
/** The page for what was never read. */
export const fallbackCache = 'urithi-fallback-pages'
const own = 'urithi-of-'

export type Kept = keyof typeof shared

/** @param account null for what everybody may see */
export function cacheOf(kept: Kept, account: string | null): string {
  return account === null ? shared[kept] : `${own}${account}-${kept}`
}

/** Removes what was kept for accounts; for all but one, if told. */
export async function dropAccounts(except?: string): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(own))
  const gone = names.filter((name) => except === undefined || !name.startsWith(`${own}${except}-`))
  await Promise.all(gone.map((name) => caches.delete(name)))
}
