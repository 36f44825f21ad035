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
import { proverb, titleOf, wordsOf } from './operations.ts'
import { NewProverb } from './schema.ts'
import { proverbs as table } from './table.ts'

const Row = ImportedRow({
  ...languageCells,
  original: NewProverb.shape.original,
  translation: cell.text(2000),
  meaning: cell.text(5000),
})
type Row = z.output<typeof Row>

/** Proverbs as rows of a table. A proverb with the same text can be a duplicate. */
export const imported: Importable<Row> = {
  type: kind.type,
  columns: [
    { name: 'id' },
    { name: 'original', needed: true, also: ['proverb', 'methali'] },
    { name: 'translation', also: ['english', 'tafsiri'] },
    { name: 'meaning', also: ['explanation', 'maana'] },
    ...languageColumns,
    { name: 'confirmed' },
    { name: 'visibility' },
  ],
  Row,
  tables: ['proverbs'],
  batch: 200,
  titleOf,
  wordsOf,
  ...importedTexts<Row>(kind.type, proverb.update, ['original', 'translation', 'meaning']),
  byIds: (db, ids) => selectRows(db).where(inArray(entries.id, ids)),
  async insert(db, rows) {
    if (rows.length === 0) return
    const languageOf = await languagesOfRows(db, rows)
    const values = rows.map((row) => {
      const { entryId, original, translation, meaning } = row
      return { entryId, original, language: languageOf(row), translation, meaning }
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
  const { original, translation, meaning } = table
  return db
    .select({ ...importedColumns, ...languageOfRow, original, translation, meaning })
    .from(table)
    .innerJoin(entries, eq(entries.id, table.entryId))
    .innerJoin(languages, eq(languages.tag, table.language))
    .$dynamic()
}
