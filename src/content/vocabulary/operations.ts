import { z } from 'zod'
import { oneOf, readOne } from '#content/entry/list/reads.ts'
import { ById } from '#content/entry/schema.ts'
import { refuseKeepersOnly } from '#content/entry/visibility/audience.ts'
import { insertEntry, splitNew, updateEntry } from '#content/entry/write/write.ts'
import { languageOfNew, requireLanguage } from '#content/language/queries.ts'
import { attachFiles, claimFile } from '#content/media/claim.ts'
import { changing, reading, removing } from '#content/media/common-operations.ts'
import { namedFile, namedVoice } from '#content/media/named-files.ts'
import type { Context } from '#core/context.ts'
import { CalendarDay } from '#core/input/date-time.ts'
import { operation } from '#core/operation.ts'
import { isoDay } from '#text/day.ts'
import { asking } from './ask/operations.ts'
import { changeWord, insertWords, namesOf, refuseConfirming, wordsOf } from './change.ts'
import { kind } from './kind.ts'
import { ordering } from './letters/operations.ts'
import { keeping } from './offline/operations.ts'
import { keepFiles, pronounce, pronouncing } from './pronunciation/operations.ts'
import { aroundWord, overview, presentWord, selectWords, voicedShare, wordOfTheDay } from './queries.ts'
import { Around, acceptAlias, NewWord, Overview, Word, WordChange, WordPage, WordQuery } from './schema.ts'
import { listWords } from './search/search.ts'

export const vocabulary = {
  list: operation('GET', '/vocabulary', 'public', {
    legacy: 'getVocabulary',
    summary: 'List words, or search them in either language',
    input: WordQuery,
    output: WordPage,
    handler: listWords,
  }),

  overview: operation('GET', '/vocabulary/overview', 'public', {
    summary: 'Count the words, and list their first letters and the studies they came from',
    output: Overview,
    cached: true,
    handler: overview,
  }),

  voiced: operation('GET', '/vocabulary/voiced', 'public', {
    summary: 'Read which share of the words that everyone can see has a voice',
    /** `share` is from 0 to 1, in thousandths. */
    output: z.object({ share: z.number() }),
    cached: true,
    handler: async (ctx) => ({ share: Math.round((await voicedShare(ctx)) * 1000) / 1000 }),
  }),

  ofTheDay: operation('GET', '/vocabulary/of-the-day', 'public', {
    summary: 'Read the word of the day',
    input: z.object({ date: CalendarDay.optional() }),
    output: z.object({ word: Word.nullable() }),
    handler: async (ctx, { date }) => ({ word: await wordOfTheDay(ctx, date ?? isoDay(new Date())) }),
  }),

  ...ordering,
  ...keeping,
  ...asking,

  get: reading('/vocabulary', 'getVocabularyById', 'Read a word', Word, readWord),

  around: operation('GET', '/vocabulary/:id/around', 'public', {
    summary: 'Read the words around a word: other forms, longer forms, neighbours',
    input: ById,
    output: Around,
    handler: async (ctx, { id }) => aroundWord(ctx, await oneWord(ctx, id)),
  }),

  create: operation('POST', '/vocabulary', 'member', {
    legacy: { name: 'createVocabulary', method: 'POST' },
    summary: 'Add a word',
    input: acceptAlias(NewWord),
    output: Word,
    status: 201,
    files: wordFiles,
    async handler(ctx, input) {
      const { settings, fields } = await splitNew(ctx, input)
      const { pronunciation, picture, confirmed, ...word } = fields
      refuseKeepersOnly(ctx, settings.visibility)
      refuseConfirming(ctx, confirmed)
      const language = await languageOfNew(ctx.db, word.language)
      const searchable = { names: namesOf(word), words: wordsOf(word) }
      const coverId = picture ? await claimFile(ctx, picture, { path: 'picture', kinds: ['image'] }) : null
      const entry = { ...settings, title: word.form, coverId, confirmed, ...searchable }
      const entryId = await insertEntry(ctx, kind.type, entry)
      await insertWords(ctx.db, [{ ...word, language, entryId }])
      if (coverId) await attachFiles(ctx, entryId, [coverId])
      if (pronunciation) await pronounce(ctx, entryId, pronunciation, 'pronunciation')
      return readWord(ctx, entryId)
    },
  }),

  update: {
    ...changing('/vocabulary', kind, 'Edit a word', {
      input: WordChange,
      output: Word,
      files: wordFiles,
      read: readWord,
      async change(ctx, entry, settings, { pronunciation, picture, confirmed, ...change }) {
        const { id } = entry
        refuseConfirming(ctx, confirmed)
        await requireLanguage(ctx.db, change.language)
        const updated = await changeWord(ctx, id, change)
        const searchable = { names: namesOf(updated), words: wordsOf(updated) }
        const options = { path: 'picture', kinds: ['image'] as const, entryId: id }
        const coverId = picture ? await claimFile(ctx, picture, options) : picture
        if (coverId) await attachFiles(ctx, id, [coverId])
        await updateEntry(ctx, entry, { ...settings, title: change.form, coverId, confirmed, ...searchable })
        if (pronunciation) await pronounce(ctx, id, pronunciation, 'pronunciation')
        if (coverId !== undefined) await keepFiles(ctx, id, coverId)
      },
    }),
    input: acceptAlias(WordChange),
  },

  remove: removing('/vocabulary', 'member', 'Delete a word', kind),

  ...pronouncing,
}

const oneWord = oneOf(kind.type, selectWords)

/** Returns the answer for a word. Throws NotFound if the viewer may not open it. */
function readWord(ctx: Context, id: string): Promise<Word> {
  return readOne(ctx, oneWord, id, presentWord)
}

function wordFiles({ picture, pronunciation }: { picture?: string | null; pronunciation?: string | null }) {
  return [...namedFile('picture', picture), ...namedVoice('pronunciation', pronunciation)]
}
