import { catalogue } from '#text/language.ts'

/** Error messages that the server returns for articles. */
export const refusals = catalogue('article/refusals', {
  noContent: 'Enter some text.',
})
