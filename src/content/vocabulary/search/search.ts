import { and, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { z } from 'zod'
import { newest } from '#content/entry/list/newest.ts'
import { listsOf } from '#content/entry/list/reads.ts'
import { rowsFor } from '#content/entry/list/statements.ts'
import { refusals } from '#content/entry/refusals.ts'
import { entries } from '#content/entry/table.ts'
import { viewerValues } from '#content/entry/visibility/any-viewer.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import type { Context, Viewer } from '#core/context.ts'
import { Invalid } from '#core/errors.ts'
import { type Key, toPage } from '#core/page.ts'
import { homonymRank, joined, typedForms } from '#text/fold.ts'
import { cut, mostMisspelt, soughtIn, soughtKeys } from '#text/terms.ts'
import { readAlphabet } from '../letters/queries.ts'
import { inLetter, isWord, letterRange, presentWord, selectWords } from '../queries.ts'
import type { WordQuery } from '../schema.ts'
import { homonymOrder, inOrder } from '../table.ts'
import { homonymStatement, type Stage, searchStatement, stages } from './search-statement.ts'

type By = Pick<Context, 'db' | 'viewer'>
type Query = z.output<typeof WordQuery>

/** A text with this character at its end sorts after every text that begins with it. */
const last = '\u{10FFFF}'
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const of = (viewer: Viewer | null) => and(isWord, listed(viewer))
const wordLists = listsOf('words', selectWords, {
  newest: { of, by: newest.by },
  alphabetical: { of, by: inOrder.map((part) => sql`${part}`) },
})

/**
 * Returns a page of the dictionary: newest first, alphabetical, or ranked with `q`. Throws Invalid for a key of another
 * list.
 */
export async function listWords(by: By, query: Query) {
  if (query.q) return searchWords(by.db, by.viewer, query, query.q)
  const { limit, lastKey, letter } = query
  const range = letter ? letterRange(await readAlphabet(by.db), letter) : undefined
  const ofLetter = range && inLetter(range.code, range.end)
  if (query.sort === 'alphabetical') {
    const [, sortKey, form] = /^([^\t]*)\t?(.*)$/s.exec(lastKey ? keyed(lastKey, /^/) : '') ?? []
    const after =
      lastKey && sql`(${sql.join([...inOrder], sql`, `)}) > (${sortKey}, ${homonymOrder(form)}, ${lastKey.id}::uuid)`
    const rows = await wordLists(by, 'alphabetical', limit, and(ofLetter, after))
    return toPage(rows, limit, (row) => ({ value: `${row.sortKey}\t${row.form}`, id: row.id }), presentWord)
  }
  const { publishedAt, id } = entries
  const after = lastKey && sql`(${publishedAt}, ${id}) < (${keyed(lastKey, moment)}::timestamptz, ${lastKey.id}::uuid)`
  const rows = await wordLists(by, 'newest', limit, and(ofLetter, after))
  return toPage(rows, limit, (row) => ({ value: newest.value(row), id: row.id }), presentWord)
}

/**
 * Returns the words with exactly the typed form, then their homonyms, then words with a term that begins with the search
 * and, if the page has room, those with one wrong letter. A key's value is the stage of its row followed by its term and,
 * after `=`, its rank.
 */
async function searchWords(db: NodePgDatabase, viewer: Viewer | null, query: Query, q: string) {
  const { limit, lastKey, letter } = query
  const place = lastKey && placeOf(lastKey)
  const { whole, sought } = soughtIn(q)
  if (whole === '') return { items: [], lastKey: null }
  const article = whole !== sought
  const order: Stage[] = article ? ['whole', 'begun', 'near'] : ['begun', 'near']
  const [first = 'begun'] = order
  const range = letter ? letterRange(await readAlphabet(db), letter) : undefined
  const words = cut(sought).split(' ')
  const misspelt = words.sort((a, b) => b.length - a.length).slice(0, mostMisspelt)
  const [joinedWhole, joinedSought] = [joined(cut(whole)), joined(cut(sought))]
  const values = {
    ...{ whole: joinedWhole, wholeEnd: joinedWhole + last, sought: joinedSought, soughtEnd: joinedSought + last },
    ...viewerValues(viewer),
    ...range,
    ...{ inside: Math.abs(place?.stage ?? 0) % 2 === 1, term: place?.term, id: place?.id },
    ...Object.fromEntries(misspelt.map((word, at) => [`near${at}`, soughtKeys(word)])),
  }
  const shape = { size: rowsFor(limit), words: misspelt.length, letter: !!letter, article }
  const forms = typedForms(q)
  const ranked = <W extends Homonym>(words: W[]) =>
    words
      .map((word) => ({ ...word, rank: homonymRank(word.form, forms, whole) }))
      .filter(({ rank }) => rank !== undefined)
      .sort(inRanks)
  const lookUpHomonyms = async () => ranked(await homonymStatement(db, null).execute({ forms, term: cut(whole) }))
  const readHomonyms = async (homonyms: Homonym[]) => {
    const [ids, more] = [homonyms.map(({ id }) => id), { continued: false, except: false }]
    const rows = ids.length
      ? await searchStatement(db, viewer, { ...shape, ...more, stage: 'homonym' }).execute({ ...values, homonyms: ids })
      : []
    return ranked(rows)
  }

  // Homonyms are in the group whose complete term is the search. The group comes first.
  const isInGroup = ({ stage, term }: Pick<Row, 'stage' | 'term'>) =>
    stage === stages[first] && joined(term) === joinedWhole
  const homonyms = place && isInGroup(place) ? await lookUpHomonyms() : []
  const rows: Row[] = await readHomonyms(homonyms.filter((word) => place?.rank && inRanks(word, place) > 0))
  for (const stage of order) {
    if (rows.length > limit) break
    if (place && place.stage >= stages[stage] + 2) continue
    const continued = place !== undefined && place.rank === undefined && place.stage >= stages[stage]
    const except = stage === first && homonyms.length > 0
    const statement = searchStatement(db, viewer, { ...shape, stage, continued, except })
    rows.push(...(await statement.execute({ ...values, homonyms: homonyms.map(({ id }) => id) })))
  }
  const group = place ? [] : rows.filter(isInGroup)
  // A group that fills the page may be larger, so its homonyms are looked up.
  const best = group.length < shape.size ? ranked(group) : await readHomonyms(await lookUpHomonyms())
  const others = rows.filter(({ id }) => best.every((row) => row.id !== id))
  return toPage([...best, ...others], limit, keyOf, presentWord)
}

/** `rank`: the place among the homonyms of the search, if it is one of them. */
type Ranked = { rank?: string | undefined; id: string }
type Row = Awaited<ReturnType<ReturnType<typeof searchStatement>['execute']>>[number] & Ranked
type Homonym = { id: string; form: string }

/** Compares two homonyms by their ranks, then by their ids. */
function inRanks(one: Ranked, other: Ranked): number {
  const [a, b] = one.rank === other.rank ? [one.id, other.id] : [one.rank ?? '', other.rank ?? '']
  return a < b ? -1 : a > b ? 1 : 0
}

/** The place of a row in the results. */
type Place = Pick<Row, 'stage' | 'term' | 'rank' | 'id'>

function keyOf({ stage, term, rank, id }: Place): Key {
  return { value: `${stage}${term}${rank === undefined ? '' : `=${rank}`}`, id }
}

function placeOf(key: Key): Place {
  const [, stage, term = '', rank] = /^(-[12]|[0-3])([^=]*)(?:=(.*))?$/s.exec(keyed(key, /^(-[12]|[0-3])/)) ?? []
  return { stage: Number(stage), term, id: key.id, ...(rank && { rank }) }
}

/** Returns the value of a key. Throws Invalid if it is not in this list's format. */
function keyed({ value }: Key, shape: RegExp): string {
  if (typeof value === 'string' && shape.test(value) && !value.includes('\0')) return value
  throw new Invalid(undefined, [{ path: 'lastKey', message: refusals.foreignKey }])
}
