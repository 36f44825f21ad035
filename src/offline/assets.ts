import { assetCache } from './cache-names.ts'

/** Returns whether a URL is that of a built file. Its name contains a hash, so its content never changes. */
export function isAsset({ pathname }: URL): boolean {
  return /^\/(assets|reading)\//.test(pathname)
}

/** Pages that are being stored, and whose files may already be in the cache. */
const arriving = new Set<{ html: string }>()

/**
 * Stores every built file that a page names, then the page itself with `put`. Throws if a file is missing, because a
 * page is stored only with everything it needs.
 */
export async function keepWithAssets(html: string, put: () => Promise<void>): Promise<void> {
  const page = { html }
  arriving.add(page)
  try {
    const fresh = await keepAssetsOf(html)
    await put()
    if (fresh) await dropUnnamed()
  } finally {
    arriving.delete(page)
  }
}

/** Stores the built files that a page names. Returns whether any was missing. */
async function keepAssetsOf(html: string): Promise<boolean> {
  const cache = await caches.open(assetCache)
  const paths = [...new Set(html.match(/\/(?:assets|reading)\/[\w.-]+\.(?:js|css)/g))]
  const fresh = await takeMissing(cache, paths)
  // The reading script loads its parts on first use, which would be too late without signal.
  for (const path of paths.filter((one) => one.startsWith('/reading/'))) {
    const script = (await (await cache.match(path, { ignoreVary: true }))?.text()) ?? ''
    await takeMissing(
      cache,
      [...script.matchAll(/\.\/([\w-]+\.js)/g)].map(([, name]) => `/reading/${name}`),
    )
  }
  return fresh
}

/** Stores those of the built files that are missing on this device. */
export async function keepFiles(paths: string[]): Promise<void> {
  await takeMissing(await caches.open(assetCache), paths)
}

/** Stores those of the files that are missing. Returns whether any was. */
async function takeMissing(cache: Cache, paths: string[]): Promise<boolean> {
  const missing: string[] = []
  for (const path of new Set(paths)) if (!(await cache.match(path, { ignoreVary: true }))) missing.push(path)
  if (missing.length > 0) await cache.addAll(missing)
  return missing.length > 0
}

/**
 * Deletes built files that no stored page names, directly or through another built file, such as those of an older
 * build.
 */
export async function dropUnnamed(): Promise<void> {
  const cache = await caches.open(assetCache)
  const left = new Map((await cache.keys()).map((key) => [key.url.split('/').at(-1) ?? '', key]))
  const texts = [...arriving].map(({ html }) => html)
  for (const name of await caches.keys()) {
    if (!name.endsWith('-pages')) continue
    for (const page of await (await caches.open(name)).matchAll()) texts.push(await page.text())
  }
  for (let text = texts.pop(); text !== undefined; text = texts.pop())
    for (const name of new Set(text.match(/[\w.-]+\.(?:js|css)/g))) {
      const key = left.get(name)
      if (!key) continue
      left.delete(name)
      if (name.endsWith('.js')) texts.push((await (await cache.match(key, { ignoreVary: true }))?.text()) ?? '')
    }
  await Promise.all([...left.values()].map((key) => cache.delete(key, { ignoreVary: true })))
}
