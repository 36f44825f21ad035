import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { answering, partStanding, refuseKeepersOnly } from '../entry/audience.ts'
import { requireChangeable } from '../entry/change.ts'
import { insertEntry, readable, updateEntry } from '../entry/queries.ts'
import { ById, Removed } from '../entry/schema.ts'
import { entries } from '../entry/table.ts'
import { attachFiles, claimFile, removeWithFiles } from '../media/claim.ts'
import { changeWord, insertWords, namesOf, refuseConfirming, wordsOf } from './change.ts'
import { ordering } from './letters/operations.ts'
import { keeping } from './offline/operations.ts'
import { keepFiles, pronounce, pronouncing } from './pronunciation/operations.ts'
import { aroundWord, isWord, overview, presentWord, selectWords, wordOfTheDay } from './queries.ts'
import { Around, NewWord, Overview, Word, WordChange, WordPage, WordQuery } from './schema.ts'
import { listWords } from './search.ts'

const kind = { type: 'vocabulary', archive: true }

export const vocabulary = {
  list: operation({
    method: 'GET',
    path: '/vocabulary',
    permission: 'public',
    legacy: 'getVocabulary',
    summary: 'List words, or search them in either language',
    input: WordQuery,
    output: WordPage,
    handler: ({ db, viewer }, query) => listWords(db, viewer, query),
  }),

  overview: operation({
    method: 'GET',
    path: '/vocabulary/overview',
    permission: 'public',
    summary: 'Count the words, their letters and the studies they came from',
    input: z.object({}),
    output: Overview,
    handler: ({ db, viewer }) => overview(db, viewer),
  }),

  ofTheDay: operation({
    method: 'GET',
    path: '/vocabulary/of-the-day',
    permission: 'public',
    summary: 'Read the word of the day',
    input: z.object({ date: z.iso.date().optional() }),
    output: z.object({ word: Word.nullable() }),
    handler: async ({ db }, { date }) => ({ word: await wordOfTheDay(db, date ?? today()) }),
  }),

  ...ordering,
  ...keeping,

  get: operation({
    method: 'GET',
    path: '/vocabulary/:id',
    permission: 'public',
    legacy: 'getVocabularyById',
    summary: 'Read a word',
    input: ById,
    output: Word,
    handler: async (ctx, { id }) => presentWord(await find(ctx, id)),
  }),

  around: operation({
    method: 'GET',
    path: '/vocabulary/:id/around',
    permission: 'public',
    summary: 'Read what stands around a word: other forms, longer forms, neighbours',
    input: ById,
    output: Around,
    handler: async (ctx, { id }) => aroundWord(ctx.db, ctx.viewer, await find(ctx, id)),
  }),

  create: operation({
    method: 'POST',
    path: '/vocabulary',
    permission: 'member',
    legacy: { name: 'createVocabulary', method: 'POST' },
    summary: 'Add a word',
    input: NewWord,
    output: Word,
    status: 201,
    acceptsDataUrl: true,
    async handler(ctx, input) {
      const { standing, said } = partStanding(input)
      const { pronunciation, picture, confirmed, ...word } = said
      refuseKeepersOnly(ctx, standing.visibility)
      refuseConfirming(ctx, confirmed)
      const found = { names: namesOf(word), words: wordsOf(word) }
      const coverId = picture ? await claimFile(ctx, picture, { path: 'picture', kinds: ['image'] }) : null
      const entry = { ...standing, title: word.marakwet, coverId, confirmed, ...found }
      const entryId = await insertEntry(ctx, 'vocabulary', entry)
      await insertWords(ctx.db, [{ ...word, entryId }])
      if (coverId) await attachFiles(ctx, entryId, [coverId])
      if (pronunciation) await pronounce(ctx, entryId, pronunciation, 'pronunciation')
      return presentWord(await find(ctx, entryId))
    },
  }),

  update: operation({
    method: 'PATCH',
    path: '/vocabulary/:id',
    permission: 'member',
    summary: 'Change a word',
    input: WordChange,
    output: Word,
    acceptsDataUrl: true,
    async handler(ctx, { id, ...input }) {
      const { standing, said } = partStanding(input)
      const { pronunciation, picture, confirmed, ...change } = said
      const entry = await requireChangeable(ctx, kind, id, standing, said)
      refuseConfirming(ctx, confirmed)
      const now = await changeWord(ctx, id, change)
      const found = { names: namesOf(now), words: wordsOf(now) }
      const options = { path: 'picture', kinds: ['image'] as const, entryId: id }
      const coverId = picture ? await claimFile(ctx, picture, options) : picture
      if (coverId) await attachFiles(ctx, id, [coverId])
      await updateEntry(ctx, entry, { ...standing, title: change.marakwet, coverId, confirmed, ...found })
      if (pronunciation) await pronounce(ctx, id, pronunciation, 'pronunciation')
      if (coverId !== undefined) await keepFiles(ctx, id, coverId)
      return presentWord(await find(answering(ctx, standing), id))
    },
  }),

  remove: operation({
    method: 'DELETE',
    path: '/vocabulary/:id',
    permission: 'member',
    summary: 'Delete a word',
    input: ById,
    output: Removed,
    handler: (ctx, { id }) => removeWithFiles(ctx, kind, id),
  }),

  ...pronouncing,
}

async function find({ db, viewer }: Context, id: string) {
  const [row] = await selectWords(db).where(and(isWord, eq(entries.id, id), readable(viewer)))
  if (!row) throw new NotFound()
  return row
}

/** The day it is where the words are spoken, as YYYY-MM-DD. */
function today(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi' }).format(new Date())
}
