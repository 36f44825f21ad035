import { catalogue } from '#text/language.ts'

/** Texts about the languages of the site. */
export const text = catalogue('language', {
  language: 'Language',
})
