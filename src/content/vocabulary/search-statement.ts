import { hash } from 'node:crypto'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Viewer } from '#core/context.ts'
import { accounts } from '#core/tables.ts'
import { anyViewer, authorOf, listed, standingOf } from '../entry/queries.ts'
import { entries } from '../entry/table.ts'
import { inLetter, wordColumns } from './queries.ts'
import { vocabulary, vocabularyTerms, vocabularyWords } from './table.ts'

/** What decides the text of a search's statement; everything else is a value in it. */
export type Shape = {
  /** Rows at most: one of `sizes`. */
  size: number
  /** The stage in which the page begins. */
  first: number
  /** Whether it goes on behind a key. */
  continued: boolean
  /** Words that may be misspelt. */
  words: number
  letter: boolean
}

/** A page is read with the next of these sizes, so that statements stay few. */
export const sizes = [11, 31, 101]
/** So many words of a search, the longest, may be misspelt; the others are not looked at then. */
export const mostMisspelt = 4

/** So many words near a misspelt one are followed. */
const mostAlike = 100
/** Terms near the search that begin a form or a gloss are stage 2, those inside stage 3: they are few, and read at once. */
const stages = ['starts', 'insides', 'near']
const firstNear = 2
const { inside, term, entryId } = vocabularyTerms
/** In a select of its own the planner can't see the value: it then keeps one plan for all of them. */
const value = (name: string, type = sql`text`) => sql`(select ${sql.placeholder(name)}::${type})`
const name = (stage: number) => sql.raw(stages[stage] ?? '')

type Statement = ReturnType<typeof prepare>
const statements = new WeakMap<NodePgDatabase, Map<string, Statement>>()

/**
 * The prepared search of this shape, for one who may see what this viewer may; values: `sought`, `beyond`, `viewer`,
 * `near0`…, with a key `term` and `id`, with a letter `code` and `end`. Made once, and where it is common planned once a
 * connection: both took far longer than the search.
 */
export function searchStatement(db: NodePgDatabase, viewer: Viewer | null, shape: Shape): Statement {
  const known = statements.get(db) ?? new Map<string, Statement>()
  statements.set(db, known)
  const key = `${JSON.stringify(shape)} ${standingOf(viewer)}`
  const statement = known.get(key) ?? prepare(db, viewer, shape)
  known.set(key, statement)
  return statement
}

/**
 * Four stages, each ordered and cut on its own: forms and glosses that begin with the search, then words inside them
 * that do, then both with one letter wrong. A stage is read only when those before it leave room on the page.
 */
function prepare(db: NodePgDatabase, viewer: Viewer | null, shape: Shape) {
  const asked = anyViewer(viewer)
  const inTheLetter = sql`exists (select from ${vocabulary} where ${vocabulary.entryId} = ${entryId} and ${inLetter(value('code'), value('end'))})`
  const size = sql.raw(String(shape.size))
  const visible = and(listed(asked).inlineParams(), shape.letter ? inTheLetter : undefined)
  const begin = Math.min(shape.first, firstNear)
  const wanted = [starting(false), starting(true), near(shape)].slice(begin)
  /** True while the stages before this one leave room on the page. */
  const roomFor = (stage: number) => {
    const before = stages.slice(begin, stage).map((_, at) => sql`(select count(*) from ${name(begin + at)})`)
    return before.length > 0 ? sql`${sql.join(before, sql` + `)} < ${size}` : undefined
  }
  const parts = wanted.flatMap((select, at) => {
    const stage = begin + at
    const keyed = at === 0 && shape.continued ? after(shape.first) : undefined
    const found = select(and(visible, keyed, roomFor(stage)))
    const part = sql`${name(stage)} as materialized (${found} order by stage, term, id limit ${size})`
    return stage === firstNear ? [alike(shape.words, roomFor(stage)), part] : [part]
  })
  const all = wanted.map((_, at) => sql`select * from ${name(begin + at)}`)
  const hits = sql`(with ${sql.join(parts, sql`, `)} ${sql.join(all, sql` union all `)}
    order by stage, term, id limit ${size}) hits`
  const select = db
    .select({ ...wordColumns, stage: sql<number>`hits.stage`, term: sql<string>`hits.term` })
    .from(hits)
    .innerJoin(vocabulary, sql`${vocabulary.entryId} = hits.id`)
    .innerJoin(entries, eq(entries.id, vocabulary.entryId))
    .leftJoin(accounts, authorOf)
    .orderBy(sql`hits.stage, hits.term, hits.id`)
  const common = !shape.continued && !shape.letter
  return select.prepare(common ? `vocabulary_search_${hash('sha1', select.toSQL().sql)}` : '')
}

function termsSeen(stage: SQL): SQL {
  return sql`select ${stage} as stage, ${term} as term, ${entryId} as id from ${vocabularyTerms}
    join ${entries} on ${entries.id} = ${entryId}`
}

/** Behind the key, in the stage where the page before ended. */
function after(stage: number): SQL {
  const behind = sql`(${term}, ${entryId}) > (${value('term')}, ${value('id', sql`uuid`)})`
  if (stage < firstNear) return behind
  return stage === firstNear ? sql`(${inside} or ${behind})` : sql`${inside} and ${behind}`
}

const firstWord = sql`split_part(s.term, ' ', 1)`

/** The first of the entry's own terms that meets the condition. */
function firstTerm(condition: SQL): SQL {
  return sql`(select s.term from ${vocabularyTerms} s where s.entry_id = ${entryId} and ${condition}
    order by s.inside, s.term limit 1)`
}

const found = firstTerm(sql`s.term >= ${value('sought')} and s.term < ${value('beyond')}`)
const foundNear = firstTerm(sql`${firstWord} = any(array(select word from alike))`)

/** A condition that the planner can't weigh: taken for rare, it would have every match sorted before the first is cut. */
function unweighed(condition: SQL): SQL {
  return sql`coalesce(${condition}, false)`
}

/** Terms that begin with the search; an entry with several is found at its first. */
function starting(within: boolean) {
  const stage = sql.raw(within ? '1' : '0')
  const place = within ? inside : sql`not ${inside}`
  return (where: SQL | undefined) => sql`${termsSeen(stage)} where ${place}
    and ${term} >= ${value('sought')} and ${term} < ${value('beyond')} and ${unweighed(sql`${term} = ${found}`)} and ${where}`
}

/**
 * The words near the longest one of the search; one alone was found before where it begins a word. Two steps: with a
 * bare limit the planner reads the words in order until it has enough. Not looked for when the page is full already.
 */
function alike(words: number, room: SQL | undefined): SQL {
  const known = sql`not (word >= ${value('sought')} and word < ${value('beyond')})`
  const where = and(sql`near && ${value('near0', sql`text[]`)}`, words === 1 ? known : undefined, room)
  return sql`near_words as materialized (select word from ${vocabularyWords} where ${where}),
    alike as materialized (select word from near_words order by word limit ${sql.raw(String(mostAlike))})`
}

/**
 * From each word alike to the terms that begin with it, in order and no more than a page of each; a form is found at
 * its first such term. The other words of the search must be near one of its words.
 */
function near({ words, size }: Shape) {
  const others = Array.from({ length: words - 1 }, (_, at) => {
    const close = sql`array(select word from ${vocabularyWords} where near && ${value(`near${at + 1}`, sql`text[]`)})`
    return unweighed(sql`${firstTerm(sql`${firstWord} = any(${close})`)} is not null`)
  })
  return (where: SQL | undefined) => sql`select one.* from alike cross join (values (false), (true)) within (inside)
    cross join lateral (
      ${termsSeen(sql`2 + ${inside}::int`)} where ${inside} = within.inside
      and ${term} >= alike.word and ${term} < alike.word || '!'
      and ${unweighed(sql`${found} is null`)} and ${unweighed(sql`${term} = ${foundNear}`)}
      and ${and(where, ...others)} order by term, id limit ${sql.raw(String(size))}
    ) one`
}
