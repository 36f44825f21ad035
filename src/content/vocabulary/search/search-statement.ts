import { and, eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { union } from 'drizzle-orm/pg-core'
import { fixedLimit, nameOf, statements } from '#content/entry/list/statements.ts'
import { authorOf } from '#content/entry/present.ts'
import { entries } from '#content/entry/table.ts'
import { anyViewer } from '#content/entry/visibility/any-viewer.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import type { Viewer } from '#core/context.ts'
import { accounts } from '#core/tables.ts'
import { inLetter, wordColumns } from '../queries.ts'
import { joinedTerm, vocabulary, vocabularyTerms, vocabularyWords } from '../table.ts'

/**
 * The stages of a search in order, each with its number in keys: terms that begin with the whole search, if it has an
 * article; terms that begin with it otherwise; and terms that begin with it except for one wrong letter. The next number
 * is that of terms that start at a later word.
 */
export const stages = { whole: -2, begun: 0, near: 2 } as const
export type Stage = keyof typeof stages
type Range = 'whole' | 'sought'

/** The properties of a search that change its SQL; everything else is a parameter. */
export type Shape = {
  /** `homonym`: the homonyms of the search, which come first in the first stage. */
  stage: Stage | 'homonym'
  /** True if the results start after a key. */
  continued: boolean
  /** True if the homonyms are left out, because they came first. */
  except: boolean
  size: number
  /** Number of words that may be misspelt. */
  words: number
  letter: boolean
  article: boolean
}

/** Maximum number of words near a misspelt one. */
const mostAlike = 100
/** Maximum number of words with the typed form that are put first. */
const mostTyped = 500
/** Maximum number of words with the typed term that are compared with it. In a large dictionary, most share only a gloss. */
const mostCompared = 100
const { inside, term, entryId } = vocabularyTerms
/** Puts a value in a subselect, where the planner can't see it and so keeps one plan for all values. */
const value = (name: string, type = sql`text`) => sql`(select ${sql.placeholder(name)}::${type})`

/**
 * Returns the prepared statement for a shape and this viewer's permissions. Values: `sought` and `whole`, both
 * joined, with `soughtEnd` and `wholeEnd`; `viewer`, `groups`, `near0`…; with a key `inside`, `term` and `id`; with a
 * letter `code` and `end`; `homonyms`, the ids of those. Building and planning take longer than
 * the search, so both are cached.
 */
export const searchStatement = statements(prepare)

/** Forms and glosses come first, then matches at a later word. The index scan ends once the page is full. */
function prepare(db: NodePgDatabase, viewer: Viewer | null, shape: Shape) {
  const { stage, continued, except, size, words, letter, article } = shape
  const near = stage === 'near'
  const number = stages[stage === 'homonym' ? (article ? 'whole' : 'begun') : stage]
  const order = near ? [sql`${firstWord(term)}`, term] : [joinedTerm, term]
  const select = (near ? db.with(alike(db, words)) : db)
    .select({ ...wordColumns, stage: sql<number>`${sql.raw(String(number))} + ${inside}::int`, term })
    .from(vocabularyTerms)
    .innerJoin(entries, eq(entries.id, entryId))
    .innerJoin(vocabulary, eq(vocabulary.entryId, entryId))
    .leftJoin(accounts, authorOf)
    .where(
      and(
        sql`${inside} = any('{false,true}')`,
        near ? misspelt(words, article) : starting(stage === 'begun' ? 'sought' : 'whole'),
        stage === 'begun' && article ? noOther(begins(other.joined, 'whole')) : undefined,
        stage === 'homonym' ? sql`${entryId} = any(${homonyms})` : undefined,
        except ? sql`${entryId} <> all(${homonyms})` : undefined,
        continued ? (near ? behindKey : behindKeyOfBegun) : undefined,
        letter ? inLetter(value('code'), value('end')) : undefined,
        listed(anyViewer(viewer)).inlineParams(),
      ),
    )
    .orderBy(...(stage === 'homonym' ? [sql`array_position(${homonyms}, ${entryId})`] : [inside, ...order, entryId]))
    .limit(fixedLimit(size))
  return select.prepare(continued || except || letter ? '' : nameOf('vocabulary_search', select))
}

/** Selects words with one of these forms, and words with this term, limiting each, because many may share the term. */
export const homonymStatement = statements((db) => {
  const word = { id: vocabulary.entryId, form: vocabulary.form }
  const withTerm = db
    .select(word)
    .from(vocabularyTerms)
    .innerJoin(vocabulary, eq(vocabulary.entryId, entryId))
    .where(sql`not ${inside} and ${term} = ${value('term')}`)
    .orderBy(entryId)
    .limit(mostCompared)
  const isTyped = sql`${vocabulary.form} = any(${value('forms', sql`text[]`)}::text[])`
  const typed = db.select(word).from(vocabulary).where(isTyped).orderBy(vocabulary.entryId).limit(mostTyped)
  return union(typed, withTerm).prepare('vocabulary_homonyms')
})

const homonyms = sql`${value('homonyms', sql`uuid[]`)}::uuid[]`
const behindKey = sql`(${inside}, ${term}, ${entryId})
  > (${value('inside', sql`boolean`)}, ${value('term')}, ${value('id', sql`uuid`)})`
const behindKeyOfBegun = sql`(${inside}, ${joinedTerm}, ${term}, ${entryId})
  > (${value('inside', sql`boolean`)}, replace(${value('term')}, ' ', ''), ${value('term')}, ${value('id', sql`uuid`)})`

function firstWord(of: SQLWrapper): SQL {
  return sql`split_part(${of}, ' ', 1)`
}

/** Returns a condition that matches texts without spaces that begin with the search. */
function begins(of: SQLWrapper, range: Range): SQL {
  return sql`${of} >= ${value(range)} and ${of} < ${value(`${range}End`)}`
}

/**
 * Returns a condition that matches entries in which no other term meets `condition`. `coalesce` hides the subquery
 * from the planner, which would otherwise join all rows.
 */
function noOther(condition: SQL | undefined): SQL {
  return sql`coalesce(not exists (select from ${vocabularyTerms} other where other.entry_id = ${entryId} and ${condition}), false)`
}

const other = { term: sql`other.term`, joined: sql`replace(other.term, ' ', '')` }

/** Matches terms that begin with the search; an entry with several is found at its first. */
function starting(range: Range): SQL | undefined {
  const before = sql`(other.inside, ${other.joined}, other.term) < (${inside}, ${joinedTerm}, ${term})`
  return and(begins(joinedTerm, range), noOther(and(begins(other.joined, range), before)))
}

const alikeWords = sql`any((select words from alike)::text[])`

/**
 * Selects the words near the longest word of the search, in two steps, because with a plain limit the planner would
 * read all words in order.
 */
function alike(db: NodePgDatabase, words: number) {
  const { word, near } = vocabularyWords
  const notPrefixed = sql`not (${begins(word, 'sought')})`
  const where = and(sql`${near} && ${value('near0', sql`text[]`)}`, words === 1 ? notPrefixed : undefined)
  return db.$with('alike', { words: sql`words` }).as(sql`select array(
    select word from (select ${word} from ${vocabularyWords} where ${where} offset 0) near_words
    order by word limit ${sql.raw(String(mostAlike))}) as words`)
}

/**
 * Returns a condition that matches terms that begin with a similar word, in entries without a term that begins with the
 * search. An entry with several such terms is found at its first. The other words of the search must each be near one
 * of the entry's words.
 */
function misspelt(words: number, article: boolean): SQL | undefined {
  const before = sql`(other.inside, other.term) < (${inside}, ${term})`
  const earlier = sql`${firstWord(other.term)} = ${alikeWords} and ${before}`
  const begun = or(begins(other.joined, 'sought'), article ? begins(other.joined, 'whole') : undefined)
  const others = Array.from({ length: words - 1 }, (_, at) => {
    const close = sql`array(select word from ${vocabularyWords} where near && ${value(`near${at + 1}`, sql`text[]`)})`
    return sql`not ${noOther(sql`${firstWord(other.term)} = any(${close})`)}`
  })
  return and(sql`${firstWord(term)} = ${alikeWords}`, noOther(or(begun, earlier)), ...others)
}
