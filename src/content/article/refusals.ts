import { catalogue } from '#text/language.ts'

/** Refusals of the server about articles. */
export const refusals = catalogue('article/refusals', {
  noContent: 'Enter some text.',
})
