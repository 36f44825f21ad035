import { catalogue } from '#text/language.ts'

/** Text about the languages of the site. */
export const text = catalogue('language', {
  language: 'Language',
})
