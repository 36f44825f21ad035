import { operation } from '#core/operation.ts'
import { wordsToRecord } from './queries.ts'
import { WordsQuery, WordsToRecord } from './schema.ts'

/** Recording many words one after another. Each take is sent by `vocabulary.addPronunciation`. */
export const record = {
  words: operation('GET', '/record/words', 'member', {
    summary: 'List words that you have not recorded, for recording them one after another',
    input: WordsQuery,
    output: WordsToRecord,
    handler: async (ctx, { list }) => ({ items: await wordsToRecord(ctx, list) }),
  }),
}
