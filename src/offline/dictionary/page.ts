import type { KeptWord } from '#content/vocabulary/offline/schema.ts'
import { isLeased, present } from '../device.ts'
import { escaped, languageOf, moment, note, speakAs, withMain } from '../note.ts'
import { copyOf, keptOn, readable } from '../pages.ts'
import { text } from '../text.ts'
import { behind, type Found, keyOf, searchDictionary } from './search.ts'
import { type Saved, savedPart, stampOf } from './store.ts'

const path = '/language/vocabulary'
/** As many as the site's own page shows (`content/vocabulary/list.page.tsx`). */
const pageSize = 24
/** More than a page waits for the next letter (`reading/live.ts`); what was looked up earlier may not hold any more. */
const aheadMs = 500
let known: { stamp: number; parts: Promise<Saved[]> } | undefined

/** What a search found on this device: `html`, in the place of the results of `page`, the dictionary's as it was read at `at`. */
type Results = { q: string; html: string; page: Response; at: number }

/** The dictionary's page with what a search found on this device; undefined for another page, or without a dictionary. */
export async function answerFromDictionary(url: URL): Promise<Response | undefined> {
  const results = await resultsFromDictionary(url)
  if (!results) return undefined
  const { q, html, page, at } = results
  const answer = await withMain(page, at, note(text.fromDevice(moment(at))))
  return new Response(withResults(await answer.text(), q, html), { headers: page.headers })
}

/** The results alone, for a page that is there; undefined as above. */
export async function resultsFromDictionary(url: URL): Promise<Results | undefined> {
  const q = url.searchParams.get('q')?.trim()
  if (url.pathname !== path || !q) return undefined
  const early = lookedUp()
  const { account, parts, page, keptAmong } = await (early ?? lookUp())
  // Read while this searches: a member may have signed out since. What a guest may see is everybody's.
  const reader = early && account !== undefined ? present() : undefined
  if (parts.length === 0 || !page) return undefined
  const after = behind(url.searchParams.get('lastKey'))
  const found = parts
    .flatMap(({ dictionary }) => searchDictionary(dictionary, q, pageSize + 1, after))
    .sort((a, b) => a.stage - b.stage || inOrder(a.term, b.term) || inOrder(a.word[0], b.word[0]))
  const shown = found.slice(0, pageSize)
  const addressOf = ({ word: [id] }: Found) => new URL(`${path}/${id}`, url).href
  const kept = await keptAmong(shown.map(addressOf))
  if (reader && (await reader).account !== account) return resultsFromDictionary(url)
  speakAs(languageOf(page))
  const rows = shown.map((one) => row(one.word, kept.has(addressOf(one))))
  const html = block(q, rows, found.length > pageSize ? shown.at(-1) : undefined)
  return { q, html, page, at: Math.min(...parts.map((part) => part.at)) }
}

let ahead: { begun: number; lookedUp: ReturnType<typeof lookUp> } | undefined

/** Looks up now what the search needs that is about to come: it takes longer than to search. */
export async function lookAhead(): Promise<void> {
  ahead = { begun: performance.now(), lookedUp: lookUp() }
  await ahead.lookedUp
}

function lookedUp(): ReturnType<typeof lookUp> | undefined {
  const last = ahead
  ahead = undefined
  return last && performance.now() - last.begun < aheadMs ? last.lookedUp : undefined
}

/** What this reader may be shown now: the words, the dictionary's page and the pages to link to. Each asks the disk. */
async function lookUp() {
  const here = present()
  const onShelves = async () => {
    const shelves = await readable(here)
    return Promise.all([copyOf(new URL(path, location.href).href, shelves), keptOn(shelves)])
  }
  const [{ account }, parts, [page, keptAmong]] = await Promise.all([here, readableParts(here), onShelves()])
  return { account, parts, page, keptAmong }
}

function inOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** What may be shown now: the dictionary of everybody, and what this account sees besides while its lease lasts. */
async function readableParts(here: ReturnType<typeof present>): Promise<Saved[]> {
  const [stamp, { account, now }] = await Promise.all([stampOf(), here])
  if (stamp === undefined) return []
  // Read once, however many ask meanwhile: it is large.
  if (known?.stamp !== stamp) known = { stamp, parts: savedParts() }
  const parts = await known.parts
  return parts.filter((part) => part.account === null || (part.account === account && isLeased(part.at, now)))
}

async function savedParts(): Promise<Saved[]> {
  const parts = [await savedPart('public'), await savedPart('own')]
  return parts.filter((part) => part !== undefined)
}

/** The page with these results in the place of its own, and the search in its field. */
function withResults(html: string, q: string, results: string): string {
  const start = html.indexOf('<div id="results"')
  if (start < 0) return html
  const end = endOfDiv(html, start)
  // The head of the page has a search of its own, before this one.
  const form = Math.max(0, html.indexOf('data-live-form'))
  const field = html
    .slice(form, start)
    .replace(
      /(<input[^>]* name="q"[^>]*?)( value="[^"]*")?(\/?>)/,
      (_, begin, __, close) => `${begin} value="${escaped(q)}"${close}`,
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

/** @param last the last of these rows, when more follow */
function block(q: string, rows: string[], last: Found | undefined): string {
  const list = `<section class="stack" aria-labelledby="found"><h2 class="t2" id="found">${escaped(text.found(q))}</h2><ul class="list words">${rows.join('')}</ul>${last ? nextPage(q, last) : ''}</section>`
  return `<div id="results" data-live class="stack gap-5">${rows.length === 0 ? `<p>${escaped(text.noWords(q))}</p>` : list}</div>`
}

/** As `ui/state/next-page.tsx` shows it; with signal, the site goes on at the same address. */
function nextPage(q: string, last: Found): string {
  const address = `${path}?${new URLSearchParams({ q, lastKey: JSON.stringify(keyOf(last)) })}`
  return `<p class="noprint"><a class="btn" href="${escaped(address)}" data-load-more>${escaped(text.loadMore)}</a></p>`
}

/** As `ui/icon.tsx` draws them. */
const check = '<path d="M4.5 12.5l5 5 10-11"></path>'
const ring = '<circle cx="12" cy="12" r="8.5" stroke-dasharray="4.45 4.45"></circle>'

/** One word as `EntryRow` of `ui/list.tsx` shows it, with the `DataBadge` of `ui/labels.tsx`. */
function row([id, marakwet, english, ipa, flags, dialect, partOfSpeech, meaning]: KeptWord, linked: boolean): string {
  const [confirmed, published, approximate] = [flags & 1, flags & 2, flags & 4]
  const form = `<span class="word" lang="${marakwet === ipa ? 'enb-fonipa' : 'enb'}">${escaped(marakwet)}</span>`
  const certain = confirmed ? text.confirmed : published ? text.published : text.unconfirmed
  const sound =
    ipa && `${approximate ? `${escaped(text.approximate)} ` : ''}<span lang="enb-fonipa">/${escaped(ipa)}/</span>`
  const icon = `<svg class="i" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${confirmed ? check : ring}</svg>`
  const more = [dialect, partOfSpeech, meaning].filter((one) => one !== null).map(escaped)
  return `<li class="entry"><p>${linked ? `<a href="${path}/${id}">${form}</a>` : form}</p><div><p class="strong" lang="en">${escaped(english)}</p>${
    more.length ? `<p class="small dim">${more.join(' · ')}</p>` : ''
  }<p class="mark light">${icon}<span>${sound || escaped(certain)}</span></p>${
    !confirmed && sound ? `<span class="sr">${escaped(certain)}.</span>` : ''
  }</div></li>`
}
