import { sql } from 'drizzle-orm'
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
import { createdNow } from '#core/column.ts'
import { accounts } from '#core/tables.ts'
import { entries } from '../entry/table.ts'
import { files } from '../media/table.ts'

/** Text in byte order: one index serves a range of prefixes and their order, whatever the database's locale. */
const bytewise = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

export type Example = { marakwet: string; english: string }

/** `short` names the study in a line, `form` is the word as the study itself writes it. */
export type Source = { citation: string; url: string | null; licence: string; short: string; form: string }

/** One form of one word, 1:1 with its entry. */
export const vocabulary = pgTable(
  'vocabulary',
  {
    entryId: uuid()
      .primaryKey()
      .references(() => entries.id, { onDelete: 'cascade' }),
    marakwet: text().notNull(),
    english: text().notNull(),
    meaning: text(),
    example: jsonb().$type<Example>(),
    partOfSpeech: text(),
    dialect: text(),
    ipa: text(),
    /** `ipa` was made from another script letter by letter, and has no tone. */
    ipaApproximate: boolean().notNull().default(false),
    /** Borrowed from another language, by the source's own account. */
    loan: boolean().notNull().default(false),
    /** The row of the published list it came from: what is there is never imported again. */
    sourceId: text().unique('vocabulary_source_id_unique'),
    source: jsonb().$type<Source>(),
    /** The form in the language's own letter order (`alphabet.ts`); its first character stands for the letter. */
    sortKey: bytewise().notNull(),
    /** 0 to 1 by chance: the word of the day is the first at or above the day's own number. */
    lot: real().notNull().default(sql`random()`),
  },
  (t) => [index('vocabulary_alphabetical').on(t.sortKey, t.entryId), index('vocabulary_lot').on(t.lot)],
)

/** A word said aloud by a member, one from each; the file belongs to the word's entry. */
export const pronunciations = pgTable(
  'vocabulary_pronunciations',
  {
    fileId: uuid()
      .primaryKey()
      .references(() => files.id, { onDelete: 'cascade' }),
    entryId: uuid()
      .notNull()
      .references(() => vocabulary.entryId, { onDelete: 'cascade' }),
    /** Null once they have left. */
    speakerId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    createdAt: createdNow(),
  },
  (t) => [
    index('vocabulary_pronunciations_first').on(t.entryId, t.createdAt, t.fileId),
    uniqueIndex('vocabulary_pronunciations_own').on(t.entryId, t.speakerId),
    index('vocabulary_pronunciations_speaker').on(t.speakerId),
  ],
)

/** Where a search may begin in a word: its form and glosses, and (`inside`) from each later word of them on. */
export const vocabularyTerms = pgTable(
  'vocabulary_terms',
  {
    entryId: uuid()
      .notNull()
      .references(() => vocabulary.entryId, { onDelete: 'cascade' }),
    inside: boolean().notNull(),
    /** Folded, cut to 60 characters. */
    term: bytewise().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entryId, t.term] }),
    index('vocabulary_terms_search').on(t.inside, t.term, t.entryId),
    // By its first word, which may be misspelt.
    index('vocabulary_terms_first').on(t.inside, sql`split_part(${t.term}, ' ', 1)`, t.term, t.entryId),
  ],
)

/**
 * Every word that terms hold or held, once, with the keys of its misspellings (`fold.ts`): a misspelling leads to the few
 * words near it, and they to their terms. What no term holds any more leads nowhere and does no harm.
 */
export const vocabularyWords = pgTable(
  'vocabulary_words',
  { word: bytewise().primaryKey(), near: text().array().notNull() },
  // without the pending list: a search would have to read it whole
  (t) => [index('vocabulary_words_near').using('gin', t.near).with({ fastupdate: false })],
)
