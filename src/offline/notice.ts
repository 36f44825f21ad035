import { escapeHtml } from '#text/escape.ts'
import { type Language, locale } from '#text/language.ts'
import { text } from './text.ts'

let noticeLanguage: Language = 'en'

/** Returns the language of the worker's sentences, which is that of the page or notification they appear in. */
export const spokenNow = () => noticeLanguage

export function speakAs(language: Language): void {
  noticeLanguage = language
}

export function languageOf(page: Response): Language {
  return page.headers.get('content-language') === 'sw' ? 'sw' : 'en'
}

export function moment(at: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

/** Returns the page with a note that says that it is a copy and when it was stored. */
export async function marked(answer: Response, at: number, away: boolean): Promise<Response> {
  speakAs(languageOf(answer))
  if (away) return withMain(answer, undefined, note(text.copyAway(moment(at))))
  return withMain(answer, at, note(text.copy(moment(at))))
}

/**
 * Inserts `more` at the start of a page's main element. A page that runs React shows its own note (`data-stored`),
 * because React reports unknown elements as errors.
 * @param at time of the copy; undefined if there is signal and React can find out what the site answers
 */
export async function withMain(answer: Response, at: number | undefined, more: string): Promise<Response> {
  const html = await answer.text()
  const hydrated = /^<!doctype html><html[^>]* data-ready=/i.test(html)
  const stamped = at === undefined ? html : html.replace('<html', `<html data-stored="${at}"`)
  const body = hydrated ? stamped : stamped.replace(/<main[^>]*>/, (main) => main + more)
  return new Response(body, { status: 200, headers: answer.headers })
}

export function note(sentence: string): string {
  return `<div class="wrap content"><div class="note ringed" role="status"><p class="grow">${escapeHtml(sentence)}</p></div></div>`
}
