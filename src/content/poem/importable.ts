import { asc, eq } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { z } from 'zod'
import { importedColumns, listedAfter, sameWords } from '../entry/bulk.ts'
import { cell, type Importable, ImportedRow } from '../entry/importable.ts'
import { entries } from '../entry/table.ts'
import { wordsOf } from './operations.ts'
import { NewPoem } from './schema.ts'
import { poems as table } from './table.ts'

const Row = ImportedRow({
  title: NewPoem.shape.title,
  original: NewPoem.shape.original,
  translation: cell.text(20_000),
  poet: cell.line(200),
})
type Row = z.output<typeof Row>

const { among, ...same } = sameWords(table.original)

/** Poems as the rows of a table. One is there already when its words are. */
export const poems: Importable<Row> = {
  type: 'poem',
  columns: [
    { name: 'id' },
    { name: 'title', needed: true, also: ['name', 'kichwa'] },
    { name: 'original', needed: true, also: ['poem', 'text', 'shairi'] },
    { name: 'translation', also: ['english', 'tafsiri'] },
    { name: 'poet', also: ['author', 'mshairi'] },
    { name: 'confirmed' },
    { name: 'visibility' },
  ],
  Row,
  tables: ['poems'],
  batch: 100,
  titleOf: ({ title }) => title,
  wordsOf,
  ...same,
  near: (db, rows) => selectRows(db).where(among(rows)),
  async insert(db, rows) {
    if (rows.length === 0) return
    const values = rows.map(({ entryId, original, translation, poet }) => ({ entryId, original, translation, poet }))
    await db.insert(table).values(values)
  },
  read: (db, viewer, after, limit) =>
    selectRows(db)
      .where(listedAfter('poem', viewer, after))
      .orderBy(asc(entries.id))
      .limit(limit),
}

function selectRows(db: NodePgDatabase) {
  const { original, translation, poet } = table
  return db
    .select({ ...importedColumns, title: entries.title, original, translation, poet })
    .from(table)
    .innerJoin(entries, eq(entries.id, table.entryId))
    .$dynamic()
}
