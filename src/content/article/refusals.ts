import { catalogue } from '#text/language.ts'

export const refusals = catalogue('article/refusals', {
  noContent: 'Enter some text.',
})
