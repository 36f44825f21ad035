import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Viewer } from '#core/context.ts'
import { accounts } from '#core/tables.ts'
import { anyViewer, authorOf, listed } from '../entry/queries.ts'
import { nameOf, statements } from '../entry/statements.ts'
import { entries } from '../entry/table.ts'
import { inLetter, wordColumns } from './queries.ts'
import { vocabulary, vocabularyTerms, vocabularyWords } from './table.ts'

/** What decides the text of a search's statement; everything else is a value in it. */
export type Shape = {
  /** What begins with the search, or what does with one letter wrong. */
  stage: 'begun' | 'near'
  /** Behind a key; else from the first on. */
  continued: boolean
  /** Rows at most. */
  size: number
  /** Words that may be misspelt. */
  words: number
  letter: boolean
}

/** So many words near a misspelt one are followed. */
const mostAlike = 100
const { inside, term, entryId } = vocabularyTerms
/** In a select of its own the planner can't see the value: it then keeps one plan for all of them. */
const value = (name: string, type = sql`text`) => sql`(select ${sql.placeholder(name)}::${type})`

/**
 * The prepared search of this shape, for one who may see what this viewer may; values: `sought`, `beyond`, `viewer`,
 * `near0`…, with a key `inside`, `term` and `id`, with a letter `code` and `end`. Made once, and where it is common planned
 * once a connection: both took far longer than the search.
 */
export const searchStatement = statements(prepare)

/** Forms and glosses come first, then what is found at a later word of them: a walk along an index, which ends once the page is full. */
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

/** The entry has no other term that meets the condition; the planner can't weigh it, or it would join all there are. */
function noOther(condition: SQL | undefined): SQL {
  return sql`coalesce(not exists (select from ${vocabularyTerms} other where other.entry_id = ${entryId} and ${condition}), false)`
}

const other = { term: sql`other.term`, before: sql`(other.inside, other.term) < (${inside}, ${term})` }

/** Terms that begin with the search; an entry with several is found at its first. */
const starting = and(begins(term), noOther(and(begins(other.term), other.before)))

const alikeWords = sql`any((select words from alike)::text[])`

/**
 * The words near the longest one of the search; one alone was found before where it begins a word. Two steps: with a
 * bare limit the planner reads the words in order until it has enough.
 */
function alike(db: NodePgDatabase, words: number) {
  const { word, near } = vocabularyWords
  const known = sql`not (${word} >= ${value('sought')} and ${word} < ${value('beyond')})`
  const where = and(sql`${near} && ${value('near0', sql`text[]`)}`, words === 1 ? known : undefined)
  return db.$with('alike', { words: sql`words` }).as(sql`select array(
    select word from (select ${word} from ${vocabularyWords} where ${where} offset 0) near_words
    order by word limit ${sql.raw(String(mostAlike))}) as words`)
}

/**
 * Terms that begin with a word alike, of entries that nothing begins with the search; an entry with several is found at
 * its first. The other words of the search must be near one of its words.
 */
function misspelt(words: number): SQL | undefined {
  const earlier = sql`${firstWord(other.term)} = ${alikeWords} and ${other.before}`
  const others = Array.from({ length: words - 1 }, (_, at) => {
    const close = sql`array(select word from ${vocabularyWords} where near && ${value(`near${at + 1}`, sql`text[]`)})`
    return sql`not ${noOther(sql`${firstWord(other.term)} = any(${close})`)}`
  })
  return and(sql`${firstWord(term)} = ${alikeWords}`, noOther(sql`(${begins(other.term)} or ${earlier})`), ...others)
}
