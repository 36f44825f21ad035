import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { z } from 'zod'
import type { EntryKind } from '#content/entry/address.ts'
import { containing } from '#content/entry/list/search.ts'
import { entriesLike } from '#content/entry/write/bulk.ts'
import { type Column, type Common, cell, changedValues } from '#content/entry/write/importable.ts'
import type { Context } from '#core/context.ts'
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

type Text = Common & NamedInFile & { original: string }

/**
 * Returns the parts of an `Importable` that types of texts share: texts with the same original can be duplicates.
 * @param names the columns of the type that `update` changes, besides the language
 */
export function importedTexts<R extends Text>(
  type: EntryKind,
  update: { handler(ctx: Context, input: never): Promise<unknown> },
  names: readonly (keyof R & string)[],
) {
  return {
    keyOf: ({ original }: R) => sameKey(original),
    near: (db: NodePgDatabase, rows: R[]) =>
      entriesLike(
        db,
        containing(
          type,
          rows.map(({ original }) => original),
        ),
      ),
    async change(ctx: Context, id: string, row: R, columns: ReadonlySet<string>) {
      const language = await changedLanguage(ctx.db, row, columns)
      await update.handler(ctx, { id, ...changedValues(row, columns, names), ...language } as never)
    },
  }
}

/** Returns the most specific code or name of the row's language; undefined if it has none. */
export function soughtLanguage({ language, iso639_3, glottocode }: NamedInFile): string | undefined {
  return glottocode ?? iso639_3 ?? (language ? sameKey(language) : undefined)
}

/** Returns all codes and names of the row's language. */
export function languageNames({ language, iso639_3, glottocode }: NamedInFile): string[] {
  return [glottocode, iso639_3, language && sameKey(language)].filter((name) => typeof name === 'string')
}
