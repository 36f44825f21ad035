import { operation } from '#core/operation.ts'
import { chunksOf, wordsBetween } from './queries.ts'
import { ChunkAnswer, ChunkQuery, Chunks, ChunksQuery } from './schema.ts'

/**
 * The whole dictionary for a device, in chunks: one that has them asks again for those alone whose hash is new. What
 * everybody may see is asked without a token, and so answered from memory; what the caller sees besides is a part of its own.
 */
export const keeping = {
  chunks: operation({
    method: 'GET',
    path: '/vocabulary/offline',
    permission: 'public',
    cached: true,
    summary: 'The chunks of the dictionary for use without signal, with their sizes and hashes',
    input: ChunksQuery,
    output: Chunks,
    async handler({ db, viewer }, { part }) {
      const chunks = await chunksOf(db, viewer, part)
      const sum = (name: 'words' | 'bytes') => chunks.reduce((total, chunk) => total + chunk[name], 0)
      return { words: sum('words'), bytes: sum('bytes'), chunks }
    },
  }),

  chunk: operation({
    method: 'GET',
    path: '/vocabulary/offline/chunk',
    permission: 'public',
    cached: true,
    summary: 'The words of one chunk of the dictionary, each as a short list',
    input: ChunkQuery,
    output: ChunkAnswer,
    handler: async ({ db, viewer }, { part, first, last }) => ({
      words: await wordsBetween(db, viewer, part, first, last),
    }),
  }),
}
