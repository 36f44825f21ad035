import { mendedSearch } from '#core/input/mend.ts'
import { escapeHtml } from '#text/escape.ts'
import { present } from '../device.ts'
import { isLeased } from '../lease.ts'
import { languageOf, moment, note, speakAs, withMain } from '../notice.ts'
import { copyOf, readable, storedOn } from '../pages.ts'
import { text } from '../text.ts'
import { currentPart } from './current.ts'
import { columnsOf } from './row.ts'
import type { OfflineWord } from './schema.ts'
import { behind, inOrder, keyOf, type Match, searchDictionary } from './search.ts'
import { type Saved, stampOf } from './store.ts'

const path = '/language/vocabulary'
/** Must equal the page size of the site's own page (`content/vocabulary/list.page.tsx`). */
const pageSize = 24
/**
 * Time in ms after which a look-up may be outdated; longer than a page waits for the next letter (`reading/live.ts`).
 */
const aheadMs = 500
let cached: { stamp: number; parts: Promise<Saved[]> } | undefined

/**
 * Results of a search on this device: `html` replaces the results in `page`, the stored page of the dictionary. `at` is
 * when the words were saved; for two parts, the earlier time.
 */
type Results = { q: string; html: string; page: Response; at: number }

/**
 * Returns the dictionary's page with results from this device. Returns undefined for other pages, without a search
 * text, or if the dictionary or its page isn't stored.
 */
export async function answerFromDictionary(url: URL): Promise<Response | undefined> {
  const results = await resultsFromDictionary(url)
  if (!results) return undefined
  const { q, html, page, at } = results
  const answer = await withMain(page, at, note(text.fromDevice(moment(at))))
  return new Response(withResults(await answer.text(), q, html), { headers: page.headers })
}

export async function hasDictionary(): Promise<boolean> {
  return (await stampOf()) !== undefined && (await copyOf(new URL(path, location.href).href)) !== undefined
}

/** Returns only the results, for a page that is already open, or undefined like `answerFromDictionary`. */
export async function resultsFromDictionary(url: URL): Promise<Results | undefined> {
  const q = mendedSearch(url.searchParams.get('q') ?? '')
  if (url.pathname !== path || !q) return undefined
  const startedLookup = takeLookup()
  const { account, parts, page, storedAmong } = await (startedLookup ?? lookUp())
  // The account is read again during the search, because a member may have logged out since the look-up. Guests'
  // content needs no check.
  const reader = startedLookup && account !== undefined ? present() : undefined
  if (parts.length === 0 || !page) return undefined
  const after = behind(url.searchParams.get('lastKey'))
  const results = parts.flatMap(({ dictionary }) => searchDictionary(dictionary, q, pageSize + 1, after)).sort(inOrder)
  const firstPage = results.slice(0, pageSize)
  const addressOf = ({ word: [id] }: Match) => new URL(`${path}/${id}`, url).href
  const storedAddresses = await storedAmong(firstPage.map(addressOf))
  if (reader && (await reader).account !== account) return resultsFromDictionary(url)
  speakAs(languageOf(page))
  const rows = firstPage.map((one) => row(one.word, storedAddresses.has(addressOf(one))))
  const html = block(q, rows, results.length > pageSize ? firstPage.at(-1) : undefined)
  return { q, html, page, at: Math.min(...parts.map((part) => part.at)) }
}

let ahead: { begun: number; lookup: ReturnType<typeof lookUp> } | undefined

/** Loads in advance what the next search needs, because loading takes longer than searching. */
export async function lookAhead(): Promise<void> {
  ahead = { begun: performance.now(), lookup: lookUp() }
  await ahead.lookup
}

function takeLookup(): ReturnType<typeof lookUp> | undefined {
  const last = ahead
  ahead = undefined
  return last && performance.now() - last.begun < aheadMs ? last.lookup : undefined
}

/** Loads what this reader may be shown: the words, the dictionary's page and the stored pages to link to. */
async function lookUp() {
  const here = present()
  const onShelves = async () => {
    const shelves = await readable(here)
    return Promise.all([copyOf(new URL(path, location.href).href, shelves), storedOn(shelves)])
  }
  const [{ account }, parts, [page, storedAmong]] = await Promise.all([here, readableParts(here), onShelves()])
  return { account, parts, page, storedAmong }
}

/** Returns the public dictionary, and the account's part while its lease lasts. */
async function readableParts(here: ReturnType<typeof present>): Promise<Saved[]> {
  const [stamp, { account, now }] = await Promise.all([stampOf(), here])
  if (stamp === undefined) return []
  // The dictionary is large, so concurrent searches share one reading of it.
  if (cached?.stamp !== stamp) cached = { stamp, parts: savedParts() }
  const parts = await cached.parts
  return parts.filter((part) => part.account === null || (part.account === account && isLeased(part.at, now)))
}

async function savedParts(): Promise<Saved[]> {
  const parts = [await currentPart('public'), await currentPart('own')]
  return parts.filter((part) => part !== undefined)
}

/** Returns the page with these results, and with the search text in its search field. */
function withResults(html: string, q: string, results: string): string {
  const start = html.indexOf('<div id="results"')
  if (start < 0) return html
  const end = endOfDiv(html, start)
  // The page's header has another search field, before this one.
  const form = Math.max(0, html.indexOf('data-live-form'))
  const field = html
    .slice(form, start)
    .replace(
      /(<input[^>]* name="q"[^>]*?)( value="[^"]*")?(\/?>)/,
      (_, begin, __, close) => `${begin} value="${escapeHtml(q)}"${close}`,
    )
  return `${html.slice(0, form)}${field}${results}${html.slice(end)}`
}

function endOfDiv(html: string, start: number): number {
  const tags = /<(\/?)div\b[^>]*>/g
  tags.lastIndex = start
  let depth = 0
  for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
    depth += tag[1] ? -1 : 1
    if (depth === 0) return tags.lastIndex
  }
  return html.length
}

/** @param last the last of these rows, if more follow */
function block(q: string, rows: string[], last: Match | undefined): string {
  const list = `<section class="stack" aria-labelledby="found"><h2 class="t2" id="found">${escapeHtml(text.found(q))}</h2><ul class="list words">${rows.join('')}</ul>${last ? nextPage(q, last) : ''}</section>`
  return `<div id="results" data-live class="stack gap-5">${rows.length === 0 ? `<p>${escapeHtml(text.noWords(q))}</p>` : list}</div>`
}

/** Renders the link like `ui/state/next-page.tsx`; with signal, the site continues at the same address. */
function nextPage(q: string, last: Match): string {
  const address = `${path}?${new URLSearchParams({ q, lastKey: JSON.stringify(keyOf(last)) })}`
  return `<p class="noprint"><a class="btn" href="${escapeHtml(address)}" data-load-more>${escapeHtml(text.loadMore)}</a></p>`
}

function row(
  [id, form, english, ipa, flags, dialect, partOfSpeech, meaning, language = 'und']: OfflineWord,
  linked: boolean,
): string {
  const marks = { confirmed: (flags & 1) > 0, source: flags & 2, ipaApproximate: (flags & 4) > 0 }
  const [first, second] = columnsOf(
    { form, english, ipa, language, ...marks },
    { more: [dialect, partOfSpeech, meaning], ...(linked && { href: `${path}/${id}` }) },
  )
  return `<li class="entry"><p>${first}</p><div>${second}</div></li>`
}
