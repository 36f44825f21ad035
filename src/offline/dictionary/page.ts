import type { KeptWord } from '#content/vocabulary/offline/schema.ts'
import { isLeased, present } from '../device.ts'
import { escaped, languageOf, moment, note, speakAs, withMain } from '../note.ts'
import { copyOf, keptAmong } from '../pages.ts'
import { text } from '../text.ts'
import { type Found, searchDictionary } from './search.ts'
import { type Saved, savedPart, stampOf } from './store.ts'

const path = '/language/vocabulary'
const shown = 50
let known: { stamp: number; parts: Saved[] } | undefined

/**
 * The dictionary's page with what a search found on this device; undefined for another page, or without a dictionary.
 * @param alone the results alone, for a page that is there
 */
export async function answerFromDictionary(url: URL, alone: boolean): Promise<Response | undefined> {
  const q = url.searchParams.get('q')?.trim()
  if (url.pathname !== path || !q) return undefined
  const parts = await readableParts()
  const page = parts.length > 0 ? await copyOf(new URL(path, url).href) : undefined
  if (!page) return undefined
  const found = parts
    .flatMap(({ dictionary }) => searchDictionary(dictionary, q, shown))
    .sort((a, b) => a.stage - b.stage || (a.term < b.term ? -1 : a.term > b.term ? 1 : 0))
    .slice(0, shown)
  const addressOf = ({ word: [id] }: Found) => new URL(`${path}/${id}`, url).href
  const kept = await keptAmong(found.map(addressOf))
  speakAs(languageOf(page))
  const block = results(
    q,
    found.map((one) => ({ ...one, linked: kept.has(addressOf(one)) })),
  )
  if (alone) return new Response(block, { headers: page.headers })
  const at = Math.min(...parts.map((part) => part.at))
  const answer = await withMain(page, at, note(text.fromDevice(moment(at))))
  return new Response(withResults(await answer.text(), q, block), { headers: page.headers })
}

/** What may be shown now: the dictionary of everybody, and what this account sees besides while its lease lasts. */
async function readableParts(): Promise<Saved[]> {
  const stamp = await stampOf()
  if (stamp === undefined) return []
  if (known?.stamp !== stamp) {
    const parts = [await savedPart('public'), await savedPart('own')]
    known = { stamp, parts: parts.filter((part) => part !== undefined) }
  }
  const { account, now } = await present()
  return known.parts.filter((part) => part.account === null || (part.account === account && isLeased(part.at, now)))
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

function results(q: string, found: (Found & { linked: boolean })[]): string {
  return `<div id="results" data-live class="stack gap-5">${found.length === 0 ? `<p>${escaped(text.noWords(q))}</p>` : list(q, found)}</div>`
}

function list(q: string, found: (Found & { linked: boolean })[]): string {
  const rows = found.map(({ word, linked }) => row(word, linked)).join('')
  return `<section class="stack" aria-labelledby="found"><h2 class="t2" id="found">${escaped(text.found(q))}</h2><ul class="list words">${rows}</ul></section>`
}

/** One word as `EntryRow` of `ui/list.tsx` shows it. */
function row([id, marakwet, english, ipa, flags, dialect, partOfSpeech, meaning]: KeptWord, linked: boolean): string {
  const [confirmed, published, approximate] = [flags & 1, flags & 2, flags & 4]
  const form = `<span class="word" lang="${marakwet === ipa ? 'enb-fonipa' : 'enb'}">${escaped(marakwet)}</span>`
  const certain = confirmed ? text.confirmed : published ? text.published : text.unconfirmed
  const sound =
    ipa && `${approximate ? `${escaped(text.approximate)} ` : ''}<span lang="enb-fonipa">/${escaped(ipa)}/</span>`
  const more = [dialect, partOfSpeech, meaning].filter((one) => one !== null).map(escaped)
  return `<li class="entry"><p>${linked ? `<a href="${path}/${id}">${form}</a>` : form}</p><div><p class="strong" lang="en">${escaped(english)}</p>${
    more.length ? `<p class="small dim">${more.join(' · ')}</p>` : ''
  }<p class="mark light"><span>${sound || escaped(certain)}</span></p>${
    !confirmed && sound ? `<span class="sr">${escaped(certain)}.</span>` : ''
  }</div></li>`
}
