import { type Language, locale } from '#core/language.ts'
import { text } from './text.ts'

let spoken: Language = 'en'

/** What the worker says is in the language of the page that it says it in. */
export const spokenNow = () => spoken

/** Says in which language what follows is said. */
export function speakAs(language: Language): void {
  spoken = language
}

/** The language of a page of the site. */
export function languageOf(page: Response): Language {
  return page.headers.get('content-language') === 'sw' ? 'sw' : 'en'
}

export function escaped(said: string): string {
  return said.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

export function moment(at: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

/** The page with a sentence that says that it is a copy, and from when. */
export async function marked(answer: Response, at: number, away: boolean): Promise<Response> {
  speakAs(languageOf(answer))
  if (away) return withMain(answer, undefined, note(text.copyAway(moment(at))))
  return withMain(answer, at, note(text.copy(moment(at))))
}

/**
 * Puts `more` at the start of a page's main part; one that runs React says it by itself (`data-stored`), for to React
 * a strange element is a fault.
 * @param at since when it lies here; undefined where there is signal, and React finds out itself what the site can answer
 */
export async function withMain(answer: Response, at: number | undefined, more: string): Promise<Response> {
  const html = await answer.text()
  const hydrated = /^<!doctype html><html[^>]* data-ready=/i.test(html)
  const stamped = at === undefined ? html : html.replace('<html', `<html data-stored="${at}"`)
  const body = hydrated ? stamped : stamped.replace(/<main[^>]*>/, (main) => main + more)
  return new Response(body, { status: 200, headers: answer.headers })
}

export function note(sentence: string): string {
  return `<div class="wrap content"><div class="note ringed" role="status"><p class="grow">${escaped(sentence)}</p></div></div>`
}
