import { asc, eq, inArray } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { z } from 'zod'
import { entries } from '#content/entry/table.ts'
import { importedColumns, listedAfter } from '#content/entry/write/bulk.ts'
import { cell, type Importable, ImportedRow } from '#content/entry/write/importable.ts'
import { importedTexts, languageCells, languageColumns, languageOfRow } from '#content/language/importable.ts'
import { languagesOfRows } from '#content/language/queries.ts'
import { languages } from '#content/language/table.ts'
import { kind } from './kind.ts'
import { poem, wordsOf } from './operations.ts'
import { NewPoem } from './schema.ts'
import { poems as table } from './table.ts'

const Row = ImportedRow({
  ...languageCells,
  title: NewPoem.shape.title,
  original: NewPoem.shape.original,
  translation: cell.text(20_000),
  poet: cell.line(200),
})
type Row = z.output<typeof Row>

/** Poems as rows of a table. A poem with the same text can be a duplicate. */
export const imported: Importable<Row> = {
  type: kind.type,
  columns: [
    { name: 'id' },
    { name: 'title', needed: true, also: ['name', 'kichwa'] },
    { name: 'original', needed: true, also: ['poem', 'text', 'shairi'] },
    { name: 'translation', also: ['english', 'tafsiri'] },
    { name: 'poet', also: ['author', 'mshairi'] },
    ...languageColumns,
    { name: 'confirmed' },
    { name: 'visibility' },
  ],
  Row,
  tables: ['poems'],
  batch: 100,
  titleOf: ({ title }) => title,
  wordsOf,
  ...importedTexts<Row>(kind.type, poem.update, ['title', 'original', 'translation', 'poet']),
  byIds: (db, ids) => selectRows(db).where(inArray(entries.id, ids)),
  async insert(db, rows) {
    if (rows.length === 0) return
    const languageOf = await languagesOfRows(db, rows)
    const values = rows.map((row) => {
      const { entryId, original, translation, poet } = row
      return { entryId, original, language: languageOf(row), translation, poet }
    })
    await db.insert(table).values(values)
  },
  read: (db, viewer, after, limit) =>
    selectRows(db)
      .where(listedAfter(kind.type, viewer, after))
      .orderBy(asc(entries.id))
      .limit(limit),
}

function selectRows(db: NodePgDatabase) {
  const { original, translation, poet } = table
  return db
    .select({ ...importedColumns, ...languageOfRow, title: entries.title, original, translation, poet })
    .from(table)
    .innerJoin(entries, eq(entries.id, table.entryId))
    .innerJoin(languages, eq(languages.tag, table.language))
    .$dynamic()
}
