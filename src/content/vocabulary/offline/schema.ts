import { z } from 'zod'

/** `public`: what every guest sees, asked without a token. `own`: what the caller sees besides. */
export const Part = z.enum(['public', 'own'])
export type Part = z.infer<typeof Part>

/** Words one after another in the order they were made, from the id `first` to the id `last`. */
export const Chunk = z.object({
  first: z.string(),
  last: z.string(),
  words: z.number(),
  /** Of what it holds: the same hash, the same words. */
  hash: z.string(),
  /** About so many bytes cross the line. */
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

/** Of a row's number: a keeper confirmed it; it is from published research; its IPA is approximate; a voice of the dead. */
export const flags = { confirmed: 1, published: 2, approximate: 4, deceased: 8 } as const

/** One word, as short as it can be said. */
export const KeptWord = z.tuple([
  z.string().describe('id'),
  z.string().describe('marakwet'),
  z.string().describe('english'),
  z.string().nullable().describe('ipa'),
  z.number().describe('flags: 1 confirmed, 2 published research, 4 approximate IPA, 8 of someone who has died'),
  z.string().nullable().describe('dialect'),
  z.string().nullable().describe('part of speech'),
  z.string().nullable().describe('meaning'),
])
export type KeptWord = z.infer<typeof KeptWord>
export const ChunkAnswer = z.object({ words: z.array(KeptWord) })
