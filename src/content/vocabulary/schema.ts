import { z } from 'zod'
import { Page, PageQuery } from '#core/page.ts'
import { line, text } from '#core/text.ts'
import { Author, ById, Entry, NewStanding, Standing } from '../entry/schema.ts'
import { FilePresentation } from '../media/schema.ts'

/** Territorial sections of the Marakwet, offered in forms; any other text is as welcome (PRODUCT §3). */
export const dialects = ['Endo', 'Markweta', 'Almoo', "Cherang'any", 'Sombirir'] as const
export const partsOfSpeech = ['noun', 'verb', 'adjective', 'adverb', 'numeral', 'pronoun', 'phrase'] as const

export const Example = z.object({ marakwet: line(1000), english: line(1000) })
export const Source = z.object({
  citation: z.string(),
  url: z.string().nullable(),
  licence: z.string(),
  /** The study in a few words: "Zwarts 2007". */
  short: z.string(),
  /** The word as the study itself writes it, such as ASJPcode. */
  form: z.string(),
})

/** A word said aloud. `speaker` is null once they have left. */
export const Pronunciation = z.object({ id: z.uuid(), file: FilePresentation, speaker: Author.nullable() })
export type Pronunciation = z.infer<typeof Pronunciation>

export const Word = Entry.extend({
  marakwet: z.string(),
  english: z.string(),
  meaning: z.string().nullable(),
  example: z.object({ marakwet: z.string(), english: z.string() }).nullable(),
  partOfSpeech: z.string().nullable(),
  dialect: z.string().nullable(),
  ipa: z.string().nullable(),
  /** `ipa` was made from another script letter by letter, and has no tone. */
  ipaApproximate: z.boolean(),
  loan: z.boolean(),
  /** Address of its first recording, and what is known of that. */
  pronunciation: z.string().nullable(),
  voice: Pronunciation.nullable(),
  picture: z.string().nullable(),
  cover: FilePresentation.nullable(),
  source: Source.nullable(),
  /** By a keeper. */
  confirmed: z.boolean(),
})
export type Word = z.infer<typeof Word>

export const WordQuery = PageQuery.extend({
  /** Either language; case, marks and one wrong letter don't matter. Ranked: `sort` is then ignored. */
  q: z.string().trim().max(200).optional(),
  /** A letter of the overview, or another spelling of it: `ch` is `tʃ`. */
  letter: z.string().trim().max(10).optional(),
  sort: z.enum(['newest', 'alphabetical']).default('newest'),
})
export const WordPage = Page(Word)

/** An empty field of a form says the same as a missing one. */
const optionalLine = (max: number) =>
  line(max)
    .nullable()
    .optional()
    .or(z.literal('').transform(() => null))

export const NewWord = z.object({
  marakwet: line(200),
  english: line(200),
  meaning: text(5000).nullable().optional(),
  example: Example.nullable().optional(),
  partOfSpeech: optionalLine(50),
  dialect: optionalLine(100),
  ipa: optionalLine(200),
  ...NewStanding,
  /** Addresses of the caller's uploads: the word said by them, and a picture. */
  pronunciation: z.string().min(1).nullish(),
  picture: z.string().min(1).nullish(),
  /** For keepers; theirs are confirmed unless they say otherwise. */
  confirmed: z.boolean().optional(),
})
export type NewWord = z.output<typeof NewWord>

export const WordChange = NewWord.partial().extend({ id: z.uuid(), ...Standing })
export type WordChange = z.output<typeof WordChange>

export const Pronunciations = z.object({ items: z.array(Pronunciation) })
export const NewPronunciation = ById.extend({ fileUrl: z.string().min(1) })
export const PronunciationById = ById.extend({ pronunciationId: z.uuid() })

export const Overview = z.object({
  /** Words the caller may see, counted up to 10,000. */
  total: z.number(),
  /** Whether there are more than `total`. */
  more: z.boolean(),
  /** The letters that words begin with, in the language's order. */
  letters: z.array(z.string()),
  /** The published lists the archive began with. */
  sources: z.array(
    z.object({ short: z.string(), licence: z.string(), words: z.number(), dialects: z.array(z.string()) }),
  ),
})
export type Overview = z.infer<typeof Overview>

/** What stands around a word on its page. */
export const Around = z.object({
  /** Other forms with the same English. */
  forms: z.array(Word),
  /** Longer forms in which it stands as a word of its own. */
  builtWith: z.array(Word),
  /** The two before and the two after it in the dictionary. */
  nextTo: z.array(Word),
})
export type Around = z.infer<typeof Around>
