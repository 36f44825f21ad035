import { asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { containing } from '#content/entry/list/search.ts'
import { entries } from '#content/entry/table.ts'
import { entriesLike, importedColumns, listedAfter } from '#content/entry/write/bulk.ts'
import { type Common, changedValues, type Importable } from '#content/entry/write/importable.ts'
import { changedLanguage, languageColumns, languageOfRow } from '#content/language/importable.ts'
import { languagesOfRows, type NamedInFile } from '#content/language/queries.ts'
import { languages } from '#content/language/table.ts'
import type { Context } from '#core/context.ts'
import { sameKey } from '#text/fold.ts'
import { titleOf, wordsOf } from './operations.ts'
import type { TextKind } from './schema.ts'
import type { TextTable } from './table.ts'

type TextRow = Common & NamedInFile & { title?: string; original: string }

/** `columns` are the columns of the type, besides those that all texts have. */
type Options<R extends TextRow> = Pick<Importable<R>, 'Row' | 'columns' | 'batch'> & {
  kind: TextKind
  table: TextTable
  update: { handler(ctx: Context, input: never): Promise<unknown> }
}

/** Returns how the texts of a type are rows of a file. Texts with the same original can be duplicates. */
export function importedTexts<R extends TextRow>(options: Options<R>): Importable<R> {
  const { kind, table, update, columns, ...rest } = options
  const { type } = kind
  const names = columns.map(({ name }) => name as keyof R & string)
  const fields = { ...getTableColumns(table), title: entries.title }
  const own = Object.fromEntries(names.map((name) => [name, fields[name as keyof typeof fields]]))
  const select = (db: NodePgDatabase) =>
    db
      .select({ ...importedColumns, ...languageOfRow, ...own })
      .from(table)
      .innerJoin(entries, eq(entries.id, table.entryId))
      .innerJoin(languages, eq(languages.tag, table.language))
      .$dynamic()
  return {
    ...rest,
    type,
    columns: [{ name: 'id' }, ...columns, ...languageColumns, { name: 'confirmed' }, { name: 'visibility' }],
    tables: [kind.table],
    titleOf: ({ title, original }) => title ?? titleOf({ original }),
    wordsOf: (row) => wordsOf(table, row),
    keyOf: ({ original }) => sameKey(original),
    near: (db, rows) =>
      entriesLike(
        db,
        containing(
          type,
          rows.map(({ original }) => original),
        ),
      ),
    byIds: (db, ids) => select(db).where(inArray(entries.id, ids)) as never,
    async change(ctx, id, row, changed) {
      const language = await changedLanguage(ctx.db, row, changed)
      await update.handler(ctx, { id, ...changedValues(row, changed, names), ...language } as never)
    },
    async insert(db, rows) {
      if (rows.length === 0) return
      const languageOf = await languagesOfRows(db, rows)
      await db.insert(table).values(rows.map((row) => ({ ...row, language: languageOf(row) })))
    },
    read: (db, viewer, after, limit) =>
      select(db)
        .where(listedAfter(type, viewer, after))
        .orderBy(asc(entries.id))
        .limit(limit) as never,
  }
}
