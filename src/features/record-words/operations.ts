import { operation } from '#core/operation.ts'
import { wordsToRecord } from './queries.ts'
import { WordsQuery, WordsToRecord } from './schema.ts'

/** Operations for recording many words one after another. `vocabulary.addPronunciation` receives each take. */
export const record = {
  words: operation('GET', '/record/words', 'member', {
    summary: 'List words that you haven’t recorded, to record them one after another',
    input: WordsQuery,
    output: WordsToRecord,
    handler: async (ctx, query) => ({ items: await wordsToRecord(ctx, query) }),
  }),
}
