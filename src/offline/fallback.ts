import { escapeHtml } from '#text/escape.ts'
import { keepWithAssets } from './assets.ts'
import { fallbackCache } from './cache-names.ts'
import { hasDictionary } from './dictionary/page.ts'
import { languageOf, moment, speakAs, withMain } from './notice.ts'
import { type Listed, storedPages } from './pages.ts'
import { fetchFromSite } from './site-answer.ts'
import { text } from './text.ts'

const address = '/offline'

/** Stores the page that is shown without signal, in the language chosen in this browser. */
export async function keepFallback(): Promise<void> {
  const answer = await fetchFromSite(address)
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  const html = await answer.clone().text()
  await keepWithAssets(html, async () => (await caches.open(fallbackCache)).put(address, answer))
}

/** Returns the page that is shown for addresses without a stored copy, with a list of the stored pages. */
export async function fallback(): Promise<Response> {
  const page = await caches.match(address, { ignoreVary: true })
  if (!page) return Response.error()
  speakAs(languageOf(page))
  const pages = await storedPages()
  return withMain(new Response(await withList(page, pages), { headers: page.headers }), Date.now(), '')
}

async function withList(page: Response, pages: Listed[]): Promise<string> {
  const html = await page.text()
  const rows = pages.map(({ url, title, at }) => {
    const path = escapeHtml(new URL(url).pathname + new URL(url).search)
    return `<li class="ev middle"><div class="grow"><a href="${path}">${escapeHtml(title)}</a><p class="small dim">${escapeHtml(moment(at))}</p></div></li>`
  })
  const list = rows.length ? `<ul class="list">${rows.join('')}</ul>` : `<p>${escapeHtml(text.nothing)}</p>`
  const canLookUp = await hasDictionary()
  return html
    .replace('<div id="stored"></div>', () => list)
    .replace(/ id="look-up" hidden(="")?/, (mark) => (canLookUp ? '' : mark))
}
