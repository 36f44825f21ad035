import { keepAssetsOf } from './assets.ts'
import { fallbackCache } from './names.ts'
import { escaped, languageOf, moment, speakAs, withMain } from './note.ts'
import { type Listed, storedPages } from './pages.ts'
import { text } from './text.ts'

const address = '/offline'

/** Takes the page that says that there is no signal, in the language of this browser. */
export async function keepFallback(): Promise<void> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  await keepAssetsOf(await answer.clone().text())
  await (await caches.open(fallbackCache)).put(address, answer)
}

/** For a page that was never read: it says so, and lists what is on the device. */
export async function fallback(): Promise<Response> {
  const page = await caches.match(address, { ignoreVary: true })
  if (!page) return Response.error()
  speakAs(languageOf(page))
  const listed = await storedPages()
  return withMain(new Response(await placed(page, listed), { headers: page.headers }), Date.now(), '')
}

async function placed(page: Response, listed: Listed[]): Promise<string> {
  const html = await page.text()
  const rows = listed.map(({ url, title, at }) => {
    const path = escaped(new URL(url).pathname + new URL(url).search)
    return `<li class="ev middle"><div class="grow"><a href="${path}">${escaped(title)}</a><p class="small dim">${escaped(moment(at))}</p></div></li>`
  })
  const list = rows.length ? `<ul class="list">${rows.join('')}</ul>` : `<p>${escaped(text.nothing)}</p>`
  return html.replace('<div id="stored"></div>', list)
}
