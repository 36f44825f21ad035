import { escapeHtml } from '#text/escape.ts'
import { languageOfForm, shownIpa } from '#text/ipa.ts'
import { phonetic } from '#text/language-tag.ts'
import { bothGlosses } from '#text/terms.ts'
import { text } from '../text.ts'
import { type Certain, certaintyOf } from './certainty.ts'

export type RowWord = Certain & {
  form: string
  english: string
  swahili?: string | null
  language: string
  ipa: string | null
  ipaApproximate?: boolean
}

type Options = {
  href?: string
  /** Facts shown below the English. */
  more?: readonly (string | null)[]
  /** True to leave out the ring or tick, and the phonetic form. */
  brief?: boolean
}

/** These are the same shapes as in `ui/drawing/icon.tsx`. */
const check = '<path d="M4.5 12.5l5 5 10-11"></path>'
const ring = '<circle cx="12" cy="12" r="8.5" stroke-dasharray="4.45 4.45"></circle>'

/**
 * Returns the two columns of a word's row as HTML, for pages and for the worker: the form, and the English with the
 * marks. Screen readers also read that a word isn't confirmed where the row doesn't say it in words.
 */
export function columnsOf(word: RowWord, { href, more = [], brief }: Options): [form: string, english: string] {
  const { form, language, ipa, confirmed } = word
  const [english = '', swahili] = bothGlosses(word).split(' · ')
  const shown = `<span class="word" lang="${escapeHtml(languageOfForm(word))}" dir="auto">${escapeHtml(form)}</span>`
  const sound =
    ipa &&
    `${word.ipaApproximate ? `${escapeHtml(text.approximate)} ` : ''}<span lang="${escapeHtml(phonetic(language))}">${escapeHtml(shownIpa(ipa))}</span>`
  const certain = escapeHtml(certaintyOf(word))
  const icon = `<svg class="i" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${confirmed ? check : ring}</svg>`
  const facts = more.filter((one) => one !== null).map(escapeHtml)
  return [
    href ? `<a href="${escapeHtml(href)}">${shown}</a>` : shown,
    [
      `<p class="strong"><span lang="en">${escapeHtml(english)}</span>${swahili ? ` · <span lang="sw">${escapeHtml(swahili)}</span>` : ''}</p>`,
      facts.length > 0 && `<p class="small dim">${facts.join(' · ')}</p>`,
      !brief && `<p class="mark light">${icon}<span>${sound || certain}</span></p>`,
      !confirmed && (brief || sound) && `<span class="sr">${certain}.</span>`,
    ]
      .filter(Boolean)
      .join(''),
  ]
}
