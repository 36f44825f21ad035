import { belongTo } from './account.ts'
import { dropUnnamed, keepFiles } from './assets.ts'
import { storedAt } from './bounded-cache.ts'
import { cacheOf } from './cache-names.ts'
import { present, readForms, setForms } from './device.ts'
import { copyOf, take } from './pages.ts'
import type { Forms } from './register.ts'
import { fetchFromSite } from './site-answer.ts'

// Downloads the pages of the forms that a member may use, and the files that they load late, such as the recorder, so
// that a member who has only seen the feed can write without signal (spec 16.5).

/** Path of the list of these files, which the build writes (`vite.config.ts`). */
const list = '/forms.json'
/** Age after which a page is downloaded again, well before its lease ends. */
const freshMs = 3 * 24 * 60 * 60 * 1000

/**
 * Downloads the forms that are missing, outdated or from another build. Rejects without signal; files that were
 * downloaded by then stay on the device, so the next call downloads less. Does nothing for guests.
 */
export async function keepForms({ account, pages, build }: Forms): Promise<void> {
  if (!account) return
  await belongTo(account)
  const record = await readForms()
  const isSameBuild = record?.build === build
  const missing: string[] = []
  for (const page of pages) if (!isSameBuild || !(await isFresh(page))) missing.push(page)
  if (missing.length === 0) return
  const received = countReceived()
  try {
    const { files } = (await (await fetch(list, { cache: 'no-cache' })).json()) as { files: string[] }
    for (const page of missing) {
      const answer = await fetchFromSite(page, { cache: 'no-cache', headers: { accept: 'text/html' } })
      await take(page, answer)
    }
    await keepFiles(files)
    await setForms({ account: account.id, build, pages, at: Date.now(), bytes: record?.bytes ?? 0 })
  } finally {
    const bytes = received()
    const now = await readForms()
    await setForms({ account: account.id, build: '', pages, at: Date.now(), ...now, bytes: (now?.bytes ?? 0) + bytes })
  }
}

export async function dropForms(): Promise<void> {
  const record = await readForms()
  if (!record) return
  const cache = await caches.open(cacheOf('pages', record.account))
  for (const page of record.pages) await cache.delete(page, { ignoreVary: true })
  await setForms(undefined)
  await dropUnnamed()
}

async function isFresh(page: string): Promise<boolean> {
  const at = Number((await copyOf(page))?.headers.get(storedAt))
  const { now } = await present()
  return at > 0 && now !== undefined && now - at < freshMs
}

/** Counts the bytes this worker receives. Returns a function that stops and returns the count. */
function countReceived(): () => number {
  let bytes = 0
  const add = (entries: PerformanceEntryList) => {
    for (const { transferSize } of entries as PerformanceResourceTiming[]) bytes += transferSize
  }
  const observer = new PerformanceObserver((entries) => add(entries.getEntries()))
  observer.observe({ type: 'resource' })
  return () => {
    add(observer.takeRecords())
    observer.disconnect()
    return bytes
  }
}
