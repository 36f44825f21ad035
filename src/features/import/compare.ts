import { createHash } from 'node:crypto'
import { type Common, cellsOf, type Existing, type Importable } from '#content/entry/write/importable.ts'
import { languageColumns, languageNames, soughtLanguage } from '#content/language/importable.ts'
import type { NamedInFile } from '#content/language/queries.ts'
import { mended } from '#core/input/mend.ts'
import { sameKey } from '#text/fold.ts'

/** The content by which rows are compared: the names of their language, and digests of their filled cells by column. */
export type Content = { languages: string[]; cells: Record<string, string> }

const languageNamesOfColumns = new Set(languageColumns.map(({ name }) => name))

/** Returns whether a column says what an entry is or who gave it, and not where it was found or who can see it. */
function isContent(name: string): boolean {
  return !/^(id$|visibility$|confirmed$|source|concept)/.test(name) && !isLanguage(name)
}

const isLanguage = (name: string) => languageNamesOfColumns.has(name)

function languageOf(row: Common): NamedInFile {
  const { language = null, iso639_3 = null, glottocode = null } = row as Partial<NamedInFile>
  return { language, iso639_3, glottocode }
}

/** Returns the content of a row or an existing entry. Texts are compared by `sameKey`. */
export function contentOf(type: Importable, row: Common): Content {
  const filled = cellsOf(type, row).flatMap((cell, at): [string, string][] => {
    const name = type.columns[at]?.name ?? ''
    return cell !== '' && isContent(name) ? [[name, digest(sameKey(cell))]] : []
  })
  return { languages: languageNames(languageOf(row)), cells: Object.fromEntries(filled) }
}

/**
 * Compares a row with an entry that has the same key. The entry contains the row if it has all of its filled cells, and
 * the row completes the entry if it has more, but none that is different.
 */
export function compare(entry: Content, row: Content, { sought }: { sought: string | undefined }) {
  if (sought !== undefined && !entry.languages.includes(sought)) return 'other'
  const names = Object.keys(row.cells)
  if (names.some((name) => name in entry.cells && entry.cells[name] !== row.cells[name])) return 'other'
  return names.every((name) => name in entry.cells) ? 'contained' : 'completed'
}

/** Returns the language that a row names, in the form in which `compare` looks it up. */
export function soughtIn(row: Common): string | undefined {
  return soughtLanguage(languageOf(row))
}

/**
 * Returns the cells of an existing entry that its row in a file would change, by column.
 * @param given the columns of the file. An empty cell changes nothing unless `clears` is true.
 */
export function differences(
  type: Importable,
  entry: Common & Existing,
  row: Common,
  { given, clears }: { given: ReadonlySet<string>; clears: boolean },
): Record<string, string> {
  const sought = soughtIn(row)
  const isSameLanguage = sought === undefined || languageNames(languageOf(entry)).includes(sought)
  const comparable = (name: string, cell: string) => type.comparable?.(name, mended(cell)) ?? mended(cell)
  const [old, now] = [cellsOf(type, entry), cellsOf(type, row)]
  const changed = type.columns.flatMap(({ name, needed }, at): [string, string][] => {
    const [before = '', after = ''] = [old[at], now[at]]
    if (name === 'id' || !given.has(name) || (isLanguage(name) && isSameLanguage)) return []
    const keeps = after === '' && (!clears || needed || isLanguage(name) || name === 'visibility')
    return keeps || comparable(name, before) === comparable(name, after) ? [] : [[name, before]]
  })
  return Object.fromEntries(changed)
}

/** Returns a short digest, because a file has up to 50,000 rows whose cells are remembered. */
export function digest(text: string): string {
  return createHash('sha1').update(text).digest('base64').slice(0, 12)
}
