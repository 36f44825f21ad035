import { and, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { z } from 'zod'
import { rowsFor } from '#content/entry/list/statements.ts'
import { refusals } from '#content/entry/refusals.ts'
import { entries } from '#content/entry/table.ts'
import { viewerValues } from '#content/entry/visibility/any-viewer.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import type { Viewer } from '#core/context.ts'
import { Invalid } from '#core/errors.ts'
import { type Key, toPage } from '#core/page.ts'
import { fold } from '#text/fold.ts'
import { cut, mostMisspelt, soughtKeys } from '#text/terms.ts'
import { readAlphabet } from '../letters/queries.ts'
import { inLetter, isWord, letterRange, presentWord, selectWords } from '../queries.ts'
import type { WordQuery } from '../schema.ts'
import { vocabulary } from '../table.ts'
import { searchStatement } from './search-statement.ts'

type Query = z.output<typeof WordQuery>

/** A prefix with this character at its end sorts after every text that begins with the prefix. */
const last = '\u{10FFFF}'
/** From this stage on, matches are misspelt. */
const firstNear = 2
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/**
 * Returns a page of the dictionary: newest first, alphabetical, or ranked with `q`. Throws Invalid for a key of another
 * list.
 */
export async function listWords(db: NodePgDatabase, viewer: Viewer | null, query: Query) {
  if (query.q) return searchWords(db, viewer, query, cut(fold(query.q)))
  const { limit, lastKey, letter } = query
  const range = letter ? letterRange(await readAlphabet(db), letter) : undefined
  const where = and(isWord, listed(viewer), range && inLetter(range.code, range.end))
  if (query.sort === 'alphabetical') {
    const { sortKey, entryId } = vocabulary
    const after = lastKey && sql`(${sortKey}, ${entryId}) > (${keyed(lastKey, /^/)}, ${lastKey.id}::uuid)`
    const rows = await selectWords(db)
      .where(and(where, after))
      .orderBy(sortKey, entryId)
      .limit(limit + 1)
    return toPage(rows, limit, (row) => ({ value: row.sortKey, id: row.id }), presentWord)
  }
  const { publishedAt, id } = entries
  const after = lastKey && sql`(${publishedAt}, ${id}) < (${keyed(lastKey, moment)}::timestamptz, ${lastKey.id}::uuid)`
  const rows = await selectWords(db)
    .where(and(where, after))
    .orderBy(sql`${publishedAt} desc, ${id} desc`)
    .limit(limit + 1)
  return toPage(rows, limit, (row) => ({ value: row.publishedAt ?? row.createdAt, id: row.id }), presentWord)
}

/**
 * Returns words with a term that begins with the search and, if the page has room, those with one wrong letter. A key's
 * value is the stage of its row followed by the matching term.
 */
async function searchWords(db: NodePgDatabase, viewer: Viewer | null, query: Query, sought: string) {
  const { limit, lastKey, letter } = query
  const key = lastKey && keyed(lastKey, /^[0-3]/)
  if (sought === '') return { items: [], lastKey: null }
  const words = sought.split(' ').sort((a, b) => b.length - a.length)
  const misspelt = words.slice(0, mostMisspelt)
  const stage = Number(key?.[0] ?? 0)
  const range = letter ? letterRange(await readAlphabet(db), letter) : undefined
  const values = {
    sought,
    beyond: sought + last,
    ...viewerValues(viewer),
    inside: stage % 2 === 1,
    term: key?.slice(1),
    id: lastKey?.id,
    ...range,
  }
  const shape = { size: rowsFor(limit), words: misspelt.length, letter: !!letter }
  const begins = stage < firstNear
  const begun = begins
    ? await searchStatement(db, viewer, { ...shape, stage: 'begun', continued: !!key }).execute(values)
    : []
  const near =
    begun.length > limit
      ? []
      : await searchStatement(db, viewer, { ...shape, stage: 'near', continued: !begins }).execute({
          ...values,
          ...Object.fromEntries(misspelt.map((word, at) => [`near${at}`, soughtKeys(word)])),
        })
  return toPage([...begun, ...near], limit, (row) => ({ value: `${row.stage}${row.term}`, id: row.id }), presentWord)
}

/** Returns the value of a key. Throws Invalid if it is not in this list's format. */
function keyed({ value }: Key, shape: RegExp): string {
  if (typeof value === 'string' && shape.test(value) && !value.includes('\0')) return value
  throw new Invalid(undefined, [{ path: 'lastKey', message: refusals.foreignKey }])
}
