import { Budget } from '#core/concurrency/budget.ts'
import { UntilChanged } from '#core/concurrency/until-changed.ts'
import { operation } from '#core/operation.ts'
import { senderOf } from '#core/sender.ts'
import { type Chunk, ChunkAnswer, ChunkQuery, Chunks, ChunksQuery } from '#src/offline/dictionary/schema.ts'
import { chunksOf, readersOf, wordsBetween } from './queries.ts'

/** Listing the chunks of 100,000 words takes the database a second, so the other connections are left to others. */
const downloads = new Budget(1)

/** The chunks of a part, for everyone who sees the same words. Those of 100,000 words take about 25 KB. */
const lists = new UntilChanged<Chunk[]>(100)

/**
 * The dictionary for a device, in chunks, so that an update downloads only those whose hash changed. Public words are
 * requested without a token and cached; the caller's other words are a separate part.
 */
export const keeping = {
  chunks: operation('GET', '/vocabulary/offline', 'public', {
    cached: true,
    summary: 'List the chunks of the dictionary for use without signal, with their sizes and hashes',
    input: ChunksQuery,
    output: Chunks,
    async handler(ctx, { part }) {
      const { key, words } = await readersOf(ctx, part)
      const chunks = await lists.of(ctx, key, () => downloads.inTurn(senderOf(ctx), () => chunksOf(ctx.db, words)))
      const sum = (name: 'words' | 'bytes') => chunks.reduce((total, chunk) => total + chunk[name], 0)
      return { words: sum('words'), bytes: sum('bytes'), chunks }
    },
  }),

  chunk: operation('GET', '/vocabulary/offline/chunk', 'public', {
    cached: true,
    summary: 'List the words of one chunk of the dictionary, each as a short list of values',
    input: ChunkQuery,
    output: ChunkAnswer,
    handler: async (ctx, { part, first, last }) => ({
      words: await downloads.inTurn(senderOf(ctx), () => wordsBetween(ctx.db, ctx.viewer, part, first, last)),
    }),
  }),
}
