import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { z } from 'zod'
import { type Column, cell } from '#content/entry/write/importable.ts'
import { sameKey } from '#text/fold.ts'
import { languagesOfRows, type NamedInFile } from './queries.ts'
import { refusals } from './refusals.ts'
import { Glottocode, Iso639 } from './schema.ts'
import { languages } from './table.ts'

const code = (schema: z.ZodType<string>, error: () => string) =>
  cell.of(
    z
      .string()
      .trim()
      .toLowerCase()
      .refine((value) => schema.safeParse(value).success, { error }),
  )

/** The columns that say which language a row is in. Without them, it is in the site's own language. */
export const languageColumns: readonly Column[] = [
  { name: 'language', also: ['languagename', 'lugha'] },
  { name: 'iso639_3', also: ['iso6393', 'iso639p3code', 'iso'] },
  { name: 'glottocode' },
]

export const languageCells = {
  language: cell.line(200),
  iso639_3: code(Iso639, () => refusals.wrongIso639),
  glottocode: code(Glottocode, () => refusals.wrongGlottocode),
}

/** The language columns of an entry in the database. Join `languages`. */
export const languageOfRow = {
  language: languages.name,
  iso639_3: languages.iso639_3,
  glottocode: languages.glottocode,
}

/** Returns the language of a row for the input of an edit, if one of these columns says which it is. */
export async function changedLanguage(db: NodePgDatabase, row: NamedInFile, columns: ReadonlySet<string>) {
  if (!languageColumns.some(({ name }) => columns.has(name))) return {}
  return { language: (await languagesOfRows(db, [row]))(row) }
}

/** Returns the most specific code or name of the row's language; undefined if it has none. */
export function soughtLanguage({ language, iso639_3, glottocode }: NamedInFile): string | undefined {
  return glottocode ?? iso639_3 ?? (language ? sameKey(language) : undefined)
}

/** Returns all codes and names of the row's language. */
export function languageNames({ language, iso639_3, glottocode }: NamedInFile): string[] {
  return [glottocode, iso639_3, language && sameKey(language)].filter((name) => typeof name === 'string')
}
