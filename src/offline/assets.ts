import { assetCache } from './names.ts'

/** Built files are named by their content: one name never holds anything else. */
export function isAsset({ pathname }: URL): boolean {
  return /^\/(assets|reading)\//.test(pathname)
}

/** Takes every built file that a page names, or throws: a page is never kept without what it needs. */
export async function keepAssetsOf(html: string): Promise<void> {
  const cache = await caches.open(assetCache)
  const named = [...new Set(html.match(/\/(?:assets|reading)\/[\w.-]+\.(?:js|css)/g))]
  const fresh = await takeMissing(cache, named)
  // The reading script brings its small parts when they are first touched: without signal that is too late.
  for (const path of named.filter((one) => one.startsWith('/reading/'))) {
    const script = (await (await cache.match(path, { ignoreVary: true }))?.text()) ?? ''
    await takeMissing(
      cache,
      [...script.matchAll(/\.\/([\w-]+\.js)/g)].map(([, name]) => `/reading/${name}`),
    )
  }
  if (fresh) await dropUnnamed()
}

/** Answers whether there was any. */
async function takeMissing(cache: Cache, paths: string[]): Promise<boolean> {
  const missing: string[] = []
  for (const path of new Set(paths)) if (!(await cache.match(path, { ignoreVary: true }))) missing.push(path)
  if (missing.length > 0) await cache.addAll(missing)
  return missing.length > 0
}

/** After a deploy: built files that no kept page names any more, nor a built file that one of those names. */
export async function dropUnnamed(): Promise<void> {
  const cache = await caches.open(assetCache)
  const left = new Map((await cache.keys()).map((key) => [key.url.split('/').at(-1) ?? '', key]))
  const texts: string[] = []
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
