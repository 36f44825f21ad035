import { z } from 'zod'
import { Author, ById, Entry, EntrySettings, NewEntrySettings } from '#content/entry/schema.ts'
import { InLanguage } from '#content/language/schema.ts'
import { FilePresentation } from '#content/media/schema.ts'
import { line, searchTerm, text } from '#core/input/text.ts'
import { Page, PageQuery } from '#core/page.ts'
import { withPresentNames } from '#text/earlier-names.ts'

/** Territorial sections of the Marakwet, offered in forms; any other text is accepted (spec 8.3). */
export const dialects = ['Endo', 'Markweta', 'Almoo', "Cherang'any", 'Sombirir'] as const
export const partsOfSpeech = ['noun', 'verb', 'adjective', 'adverb', 'numeral', 'pronoun', 'phrase'] as const

/** The name by which the original client sends and reads `form`. */
const alias = z.string().meta({ deprecated: true, description: 'Alias of form' })

/** Returns the schema of an input with `form`, which is also accepted under its alias. */
export function acceptAlias<S extends z.ZodObject>(schema: S) {
  const documented = schema.extend({ marakwet: alias.optional() }) as unknown as S
  return z.preprocess((input: z.input<S>) => withPresentNames(input), documented)
}

/** Returns the same answer with the alias beside `form`. */
export function withAlias<T extends { form: string }>(answer: T) {
  return { ...answer, marakwet: answer.form }
}

const Example = z.object({ form: line(1000), english: line(1000) })
export const Source = z.object({
  citation: z.string(),
  url: z.string().nullable(),
  licence: z.string(),
  /** Short name of the study: "Zwarts 2007". */
  short: z.string(),
  /** The word as the study writes it, such as ASJPcode. */
  form: z.string(),
})

/** A recording of a word. `speaker` is null once the speaker has left, and for a speaker without an account. */
export const Pronunciation = z.object({
  /** Lists what the caller may do with it. Only the list of a word's recordings has this field, and not for guests. */
  may: z.array(z.literal('delete')).optional(),
  id: z.uuid(),
  file: FilePresentation,
  speaker: Author.nullable(),
  /** The name of a speaker without an account. */
  spokenBy: z.string().optional(),
  /** Only for keepers, in the list of a word's recordings: the address of the recording in which this speaker agrees. */
  consent: z.string().optional(),
  /** Only its speaker, keepers and moderators hear it until the speaker's email is confirmed. */
  unlisted: z.literal(true).optional(),
  /** Only its speaker, keepers and moderators see it, because nothing can be heard in it. */
  unheard: z.literal(true).optional(),
})
export type Pronunciation = z.infer<typeof Pronunciation>

export const Word = Entry.extend({
  form: z.string(),
  marakwet: alias,
  /** The tag (BCP 47) of the word's language. */
  language: z.string(),
  english: z.string(),
  swahili: z.string().nullable(),
  meaning: z.string().nullable(),
  example: z.object({ form: z.string(), marakwet: alias, english: z.string() }).nullable(),
  partOfSpeech: z.string().nullable(),
  dialect: z.string().nullable(),
  ipa: z.string().nullable(),
  /** True if `ipa` was converted letter by letter from another script and has no tones. */
  ipaApproximate: z.boolean(),
  loan: z.boolean(),
  /** Address of its first recording; `voice` is that recording. */
  pronunciation: z.string().nullable(),
  voice: Pronunciation.nullable(),
  picture: z.string().nullable(),
  cover: FilePresentation.nullable(),
  source: Source.nullable(),
  /** The people who gave or collected an imported word, as its list names them. */
  contributor: z.string().nullable(),
  /** The concepts of an imported word as its list names them, and in Concepticon; several are separated by ` | `. */
  concept: z.string().nullable(),
  concepticonId: z.string().nullable(),
  concepticonGloss: z.string().nullable(),
  confirmed: z.boolean(),
})
export type Word = z.infer<typeof Word>

export const WordQuery = PageQuery.extend({
  /**
   * The search, in the words' language, English or Kiswahili: case, marks, hyphens and one wrong letter don't matter. Results are ranked, with the
   * form as it was typed first, and `sort` is ignored.
   */
  q: searchTerm(200).optional(),
  /** A letter of the overview or another spelling of it: `ch` is `tʃ`. */
  letter: z.string().trim().max(10).optional(),
  sort: z.enum(['newest', 'alphabetical']).default('newest'),
})
export const WordPage = Page(Word)

/** Accepts one `line` or nothing. An empty field counts as missing. */
const optionalLine = (max: number) =>
  line(max)
    .nullable()
    .optional()
    .or(z.literal('').transform(() => null))

export const NewWord = z.object({
  form: line(200),
  language: InLanguage,
  english: line(200),
  swahili: optionalLine(200),
  meaning: text(5000).nullable().optional(),
  example: acceptAlias(Example).nullable().optional(),
  partOfSpeech: optionalLine(50),
  dialect: optionalLine(100),
  ipa: optionalLine(200),
  ...NewEntrySettings,
  /** Addresses of the caller's uploads: a recording and a picture. */
  pronunciation: z.string().min(1).nullish(),
  picture: z.string().min(1).nullish(),
  /** Only keepers can set it to true, which is their default. */
  confirmed: z.boolean().optional(),
})
export type NewWord = z.output<typeof NewWord>

export const WordChange = NewWord.partial().extend({ id: z.uuid(), ...EntrySettings })
export type WordChange = z.output<typeof WordChange>

export const Pronunciations = z.object({ items: z.array(Pronunciation) })
export const NewPronunciation = ById.extend({ fileUrl: z.string().min(1) })
export const PronunciationById = ById.extend({ pronunciationId: z.uuid() })

export const Overview = z.object({
  /** Number of words the caller may see, counted up to 10,000. */
  total: z.number(),
  /** True if there are more than `total`. */
  more: z.boolean(),
  /** Number of those words that have a recording. */
  voiced: z.number(),
  /** First letters of the words, in dictionary order. */
  letters: z.array(z.string()),
  /** The published lists that words were imported from. */
  sources: z.array(
    z.object({ short: z.string(), licence: z.string(), words: z.number(), dialects: z.array(z.string()) }),
  ),
})
export type Overview = z.infer<typeof Overview>

/** Related words on a word's page. */
export const Around = z.object({
  /** Other forms with the same English. */
  forms: z.array(Word),
  /** Longer forms that contain it as a separate word. */
  builtWith: z.array(Word),
  /** Up to two words before and two after it in the dictionary. */
  nextTo: z.array(Word),
})
export type Around = z.infer<typeof Around>
