import { operation } from '#core/operation.ts'
import { ChunkAnswer, ChunkQuery, Chunks, ChunksQuery } from '#src/offline/dictionary/schema.ts'
import { chunksOf, wordsBetween } from './queries.ts'

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
    async handler({ db, viewer }, { part }) {
      const chunks = await chunksOf(db, viewer, part)
      const sum = (name: 'words' | 'bytes') => chunks.reduce((total, chunk) => total + chunk[name], 0)
      return { words: sum('words'), bytes: sum('bytes'), chunks }
    },
  }),

  chunk: operation('GET', '/vocabulary/offline/chunk', 'public', {
    cached: true,
    summary: 'List the words of one chunk of the dictionary, each as a short list of values',
    input: ChunkQuery,
    output: ChunkAnswer,
    handler: async ({ db, viewer }, { part, first, last }) => ({
      words: await wordsBetween(db, viewer, part, first, last),
    }),
  }),
}
