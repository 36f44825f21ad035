import { z } from 'zod'

/** `public`: words that every guest sees, requested without a token. `own`: the other words that the caller may see. */
export const Part = z.enum(['public', 'own'])
export type Part = z.infer<typeof Part>

/** Words in order of creation, from the id `first` to the id `last`. */
export const Chunk = z.object({
  first: z.string(),
  last: z.string(),
  words: z.number(),
  /** Hash of its contents: the same hash means the same words. */
  hash: z.string(),
  /** Approximate bytes of the download. */
  bytes: z.number(),
})
export type Chunk = z.infer<typeof Chunk>

export const ChunksQuery = z.object({ part: Part.default('public') })
export const Chunks = z.object({ words: z.number(), bytes: z.number(), chunks: z.array(Chunk) })
export type Chunks = z.infer<typeof Chunks>

export const ChunkQuery = z.object({
  part: Part.default('public'),
  first: z.uuid().default('00000000-0000-0000-0000-000000000000'),
  last: z.uuid().default('ffffffff-ffff-ffff-ffff-ffffffffffff'),
})

/**
 * Bits of a row's flags: confirmed by a keeper; from published research; approximate IPA; voice of someone who has
 * died.
 */
export const flags = { confirmed: 1, published: 2, approximate: 4, deceased: 8 } as const

/** A word in compact form. */
export const OfflineWord = z.tuple([
  z.string().describe('id'),
  z.string().describe('form'),
  z.string().describe('english, and Kiswahili after a dot'),
  z.string().nullable().describe('ipa'),
  z.number().describe('flags: 1 confirmed, 2 published research, 4 approximate IPA, 8 voice of someone who has died'),
  z.string().nullable().describe('dialect'),
  z.string().nullable().describe('part of speech'),
  z.string().nullable().describe('meaning'),
  z.string().describe('language tag (BCP 47)'),
])
export type OfflineWord = z.infer<typeof OfflineWord>
export const ChunkAnswer = z.object({ words: z.array(OfflineWord) })
