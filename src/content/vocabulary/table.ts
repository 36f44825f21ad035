import { type SQL, sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  index,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { entryKey } from '#content/entry/table.ts'
import { inLanguage } from '#content/language/table.ts'
import { files } from '#content/media/table.ts'
import { createdNow, id, instant, partOf } from '#core/column.ts'
import { accounts, ofAccount } from '#core/tables.ts'

/** Text in byte order, so that one index serves prefix ranges and sorting in any locale. */
const bytewise = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

export type Example = { form: string; english: string }

/** `short` is a brief name of the study, `form` the word as the study writes it. */
export type Source = { citation: string; url: string | null; licence: string; short: string; form: string }

/**
 * Returns SQL for the text by which forms with one sort key are sorted. Its apostrophes come after the letters, so that
 * homonyms without a sign come before those with one.
 */
export function homonymOrder(form: unknown): SQL {
  return sql`replace(${form}, '''', '’') collate "C"`
}

/** One form of one word, 1:1 with its entry. */
export const vocabulary = pgTable(
  'vocabulary',
  {
    entryId: entryKey(),
    form: text().notNull(),
    language: inLanguage(),
    english: text().notNull(),
    swahili: text(),
    meaning: text(),
    example: jsonb().$type<Example>(),
    partOfSpeech: text(),
    dialect: text(),
    ipa: text(),
    /** True if `ipa` was converted letter by letter from another script and has no tones. */
    ipaApproximate: boolean().notNull().default(false),
    /** True if it is a loanword, according to the source. */
    loan: boolean().notNull().default(false),
    /** The row of the published list it came from, so that it is never imported twice. */
    sourceId: text().unique('vocabulary_source_id_unique'),
    source: jsonb().$type<Source>(),
    /** The source in BibTeX as its dataset has it: one or more entries, separated by empty lines. */
    bibtex: text(),
    /** The people who gave or collected the word, as its list names them. */
    contributor: text(),
    /** Its concepts in the list that it came from, and in Concepticon (`text/concepts.ts`). */
    concept: text(),
    concepticonId: text(),
    concepticonGloss: text(),
    /** Sort key of the form in dictionary order (`alphabet.ts`); its first character represents the letter. */
    sortKey: bytewise().notNull(),
    /** From 0 to 1, random by default. The word of the day is usually the first at or above the day's own number. */
    lot: real().notNull().default(sql`random()`),
  },
  (t) => [
    index('vocabulary_in_order').on(t.sortKey, homonymOrder(t.form), t.entryId),
    index('vocabulary_lot').on(t.lot),
    // Finds words by exactly their form.
    index('vocabulary_form').using('hash', t.form),
  ],
)

/** Recordings of words, at most one of a word by each member. The file belongs to the word's entry. */
export const pronunciations = pgTable(
  'vocabulary_pronunciations',
  {
    fileId: uuid()
      .primaryKey()
      .references(() => files.id, { onDelete: 'cascade' }),
    entryId: partOf(() => vocabulary.entryId),
    /** Null after the account was deleted, and for a speaker without one. */
    speakerId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    /** The name of a speaker without an account, and the file in which they say it and agree to be heard. */
    speakerName: text(),
    consentId: uuid().references(() => files.id, { onDelete: 'set null' }),
    /** True until its speaker confirms their email: until then only they, keepers and moderators hear it. */
    unlisted: boolean().notNull().default(false),
    createdAt: createdNow(),
  },
  (t) => [
    index('vocabulary_pronunciations_first').on(t.entryId, t.createdAt, t.fileId),
    uniqueIndex('vocabulary_pronunciations_own').on(t.entryId, t.speakerId),
    index('vocabulary_pronunciations_speaker').on(t.speakerId),
    index('vocabulary_pronunciations_consent').on(t.consentId),
  ],
)

/**
 * Links with which a member asks one person without an account to say a word. What that person records waits here for a
 * keeper, with its files withheld as `consent`.
 */
export const asks = pgTable(
  'vocabulary_asks',
  {
    id: id(),
    entryId: partOf(() => vocabulary.entryId),
    askerId: ofAccount(),
    /** SHA-256 of the link's secret, in hexadecimal. */
    secretHash: text().notNull().unique('vocabulary_asks_secret'),
    /** Files uploaded with the link. Once it is answered, there are two: the word, and the speaker's name and consent. */
    fileIds: uuid().array().notNull().default(sql`'{}'`),
    answeredAt: instant(),
    createdAt: createdNow(),
  },
  (t) => [
    index().on(t.entryId),
    index().on(t.askerId),
    index('vocabulary_asks_answered').on(t.answeredAt, t.id).where(sql`${t.answeredAt} is not null`),
  ],
)

/** Terms that begin a match: forms, IPA and glosses, and (`inside`) the rest of each from every later word on. */
export const vocabularyTerms = pgTable(
  'vocabulary_terms',
  {
    entryId: partOf(() => vocabulary.entryId),
    inside: boolean().notNull(),
    /** Folded, cut to 60 characters. */
    term: bytewise().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entryId, t.term] }),
    index('vocabulary_terms_search').on(t.inside, t.term, t.entryId),
    // Finds terms whatever is between their parts. It contains `term` so that a search need not read the table.
    index('vocabulary_terms_joined').on(t.inside, sql`replace(${t.term}, ' ', '')`, t.term, t.entryId),
    // Finds terms by their first word, which may be misspelt in a search.
    index('vocabulary_terms_first').on(t.inside, sql`split_part(${t.term}, ' ', 1)`, t.term, t.entryId),
  ],
)

/** A term without the spaces between its parts. */
export const joinedTerm = sql<string>`replace(${vocabularyTerms.term}, ' ', '')`
/** Homonyms that differ by a mark or a capital follow each other in the order of their forms. */
export const inOrder = [vocabulary.sortKey, homonymOrder(vocabulary.form), vocabulary.entryId] as const

/**
 * Every word in terms, once, with the keys of its misspellings (`text/terms.ts`), which lead from a misspelling to
 * similar words and on to their terms. Unused words do no harm.
 */
export const vocabularyWords = pgTable(
  'vocabulary_words',
  { word: bytewise().primaryKey(), near: text().array().notNull() },
  // The index has no pending list, which every search would have to read completely.
  (t) => [index('vocabulary_words_near').using('gin', t.near).with({ fastupdate: false })],
)
