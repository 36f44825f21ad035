import { assetCache } from './cache-names.ts'

/** Returns whether a URL is that of a built file. Its name contains a hash, so its content never changes. */
export function isAsset({ pathname }: URL): boolean {
  return /^\/(assets|reading)\//.test(pathname)
}

/**
 * Returns whether an answer is a built file. What answers in place of the site usually sends a page. The site's header
 * is not required, because a CDN may serve these files.
 */
export function isBuilt(answer: Response): boolean {
  return answer.status === 200 && !answer.headers.get('content-type')?.startsWith('text/html')
}

/** Pages that are being stored. Their files may already be in the cache and must not be deleted. */
const arriving = new Set<{ html: string }>()

/**
 * Stores every built file that a page names, then the page itself with `put`. Throws if a file is missing, because a
 * page is stored only with everything it needs.
 */
export async function keepWithAssets(html: string, put: () => Promise<void>): Promise<void> {
  const page = { html }
  arriving.add(page)
  try {
    const hasNewFiles = await keepAssetsOf(html)
    await put()
    if (hasNewFiles) await dropUnnamed()
  } finally {
    arriving.delete(page)
  }
}

/** Downloads the built files that a page needs and the cache lacks. Returns whether its HTML names any of them. */
async function keepAssetsOf(html: string): Promise<boolean> {
  const cache = await caches.open(assetCache)
  const paths = [...new Set(html.match(/\/(?:assets|reading)\/[\w.-]+\.(?:js|css)/g))]
  const hasNewFiles = await takeMissing(cache, paths)
  // The reading script loads its parts on first use, which would be too late without signal. Logging in and a proof of
  // work need the network anyway.
  const scripts = new Set(paths.filter((one) => one.startsWith('/reading/')))
  for (const path of scripts) {
    const script = (await (await cache.match(path, { ignoreVary: true }))?.text()) ?? ''
    const parts = [...script.matchAll(/\.\/((?!door-|prove-)[\w-]+\.js)/g)].map(([, name]) => `/reading/${name}`)
    await takeMissing(cache, parts)
    for (const part of parts) scripts.add(part)
  }
  return hasNewFiles
}

/** Downloads the built files that aren't on this device yet. */
export async function keepFiles(paths: string[]): Promise<void> {
  await takeMissing(await caches.open(assetCache), paths)
}

/** Downloads the files that the cache lacks. Returns whether there were any. */
async function takeMissing(cache: Cache, paths: string[]): Promise<boolean> {
  const missing: string[] = []
  for (const path of new Set(paths)) if (!(await cache.match(path, { ignoreVary: true }))) missing.push(path)
  const take = async (path: string) => {
    const answer = await fetch(path)
    if (!isBuilt(answer)) throw new TypeError(`${path} could not be loaded`)
    await cache.put(path, answer)
  }
  await Promise.all(missing.map(take))
  return missing.length > 0
}

/**
 * Deletes built files that no stored page names, directly or through another built file, such as those of an older
 * build.
 */
export async function dropUnnamed(): Promise<void> {
  const cache = await caches.open(assetCache)
  const unused = new Map((await cache.keys()).map((key) => [key.url.split('/').at(-1) ?? '', key]))
  const texts = [...arriving].map(({ html }) => html)
  for (const name of await caches.keys()) {
    if (!name.endsWith('-pages')) continue
    for (const page of await (await caches.open(name)).matchAll()) texts.push(await page.text())
  }
  for (let text = texts.pop(); text !== undefined; text = texts.pop())
    for (const name of new Set(text.match(/[\w.-]+\.(?:js|css)/g))) {
      const key = unused.get(name)
      if (!key) continue
      unused.delete(name)
      if (name.endsWith('.js')) texts.push((await (await cache.match(key, { ignoreVary: true }))?.text()) ?? '')
    }
  await Promise.all([...unused.values()].map((key) => cache.delete(key, { ignoreVary: true })))
}
