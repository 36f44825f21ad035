import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { nameOf, statements } from '#content/entry/list/statements.ts'
import { authorOf } from '#content/entry/present.ts'
import { entries } from '#content/entry/table.ts'
import { anyViewer } from '#content/entry/visibility/any-viewer.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import type { Viewer } from '#core/context.ts'
import { accounts } from '#core/tables.ts'
import { inLetter, wordColumns } from '../queries.ts'
import { vocabulary, vocabularyTerms, vocabularyWords } from '../table.ts'

/** The properties of a search that change its SQL; everything else is a parameter. */
export type Shape = {
  /** `begun`: terms that begin with the search; `near`: terms that begin with it except for one wrong letter. */
  stage: 'begun' | 'near'
  /** True if the results start after a key. */
  continued: boolean
  /** Maximum number of rows. */
  size: number
  /** Number of words that may be misspelt. */
  words: number
  letter: boolean
}

/** Maximum number of words near a misspelt one. */
const mostAlike = 100
const { inside, term, entryId } = vocabularyTerms
/** Puts a value in a subselect, where the planner can't see it and so keeps one plan for all values. */
const value = (name: string, type = sql`text`) => sql`(select ${sql.placeholder(name)}::${type})`

/**
 * Returns the prepared statement for a shape and this viewer's permissions. Values: `sought`, `beyond`, `viewer`,
 * `groups`, `near0`…; with a key `inside`, `term` and `id`; with a letter `code` and `end`. Building and planning take
 * longer than the search, so both are cached.
 */
export const searchStatement = statements(prepare)

/** Forms and glosses come first, then matches at a later word. The index scan ends once the page is full. */
function prepare(db: NodePgDatabase, viewer: Viewer | null, { stage, continued, size, words, letter }: Shape) {
  const near = stage === 'near'
  const order = near ? [sql`${firstWord(term)}`, term] : [term]
  const select = (near ? db.with(alike(db, words)) : db)
    .select({ ...wordColumns, stage: sql<number>`${sql.raw(near ? '2' : '0')} + ${inside}::int`, term })
    .from(vocabularyTerms)
    .innerJoin(entries, eq(entries.id, entryId))
    .innerJoin(vocabulary, eq(vocabulary.entryId, entryId))
    .leftJoin(accounts, authorOf)
    .where(
      and(
        sql`${inside} = any('{false,true}')`,
        near ? misspelt(words) : starting,
        continued ? behindKey : undefined,
        letter ? inLetter(value('code'), value('end')) : undefined,
        listed(anyViewer(viewer)).inlineParams(),
      ),
    )
    .orderBy(inside, ...order, entryId)
    .limit(sql.raw(String(size)) as unknown as number)
  return select.prepare(continued || letter ? '' : nameOf('vocabulary_search', select))
}

const behindKey = sql`(${inside}, ${term}, ${entryId})
  > (${value('inside', sql`boolean`)}, ${value('term')}, ${value('id', sql`uuid`)})`

function firstWord(of: SQLWrapper): SQL {
  return sql`split_part(${of}, ' ', 1)`
}

function begins(of: SQLWrapper): SQL {
  return sql`${of} >= ${value('sought')} and ${of} < ${value('beyond')}`
}

/**
 * Returns a condition that matches entries in which no other term meets `condition`. `coalesce` hides the subquery
 * from the planner, which would otherwise join all rows.
 */
function noOther(condition: SQL | undefined): SQL {
  return sql`coalesce(not exists (select from ${vocabularyTerms} other where other.entry_id = ${entryId} and ${condition}), false)`
}

const other = { term: sql`other.term`, before: sql`(other.inside, other.term) < (${inside}, ${term})` }

/** Matches terms that begin with the search; an entry with several is found at its first. */
const starting = and(begins(term), noOther(and(begins(other.term), other.before)))

const alikeWords = sql`any((select words from alike)::text[])`

/**
 * Selects the words near the longest word of the search, in two steps, because with a plain limit the planner would
 * read all words in order.
 */
function alike(db: NodePgDatabase, words: number) {
  const { word, near } = vocabularyWords
  const notPrefixed = sql`not (${word} >= ${value('sought')} and ${word} < ${value('beyond')})`
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
function misspelt(words: number): SQL | undefined {
  const earlier = sql`${firstWord(other.term)} = ${alikeWords} and ${other.before}`
  const others = Array.from({ length: words - 1 }, (_, at) => {
    const close = sql`array(select word from ${vocabularyWords} where near && ${value(`near${at + 1}`, sql`text[]`)})`
    return sql`not ${noOther(sql`${firstWord(other.term)} = any(${close})`)}`
  })
  return and(sql`${firstWord(term)} = ${alikeWords}`, noOther(sql`(${begins(other.term)} or ${earlier})`), ...others)
}
