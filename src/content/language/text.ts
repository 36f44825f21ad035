import { catalogue } from '#text/language.ts'

export const text = catalogue('language', {
  language: 'Language',
})
