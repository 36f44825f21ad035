import { catalogue } from '#core/language.ts'

/** What the server says when it refuses an article. */
export const refusals = catalogue('article/refusals', {
  noContent: 'Please write some text.',
})
