import { asc, eq } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { z } from 'zod'
import { importedColumns, listedAfter, sameWords } from '../entry/bulk.ts'
import { cell, type Importable, ImportedRow } from '../entry/importable.ts'
import { entries } from '../entry/table.ts'
import { titleOf, wordsOf } from './operations.ts'
import { NewProverb } from './schema.ts'
import { proverbs as table } from './table.ts'

const Row = ImportedRow({
  original: NewProverb.shape.original,
  translation: cell.text(2000),
  meaning: cell.text(5000),
})
type Row = z.output<typeof Row>

const { among, ...same } = sameWords(table.original)

/** Proverbs as the rows of a table. One is there already when its words are. */
export const proverbs: Importable<Row> = {
  type: 'proverb',
  columns: [
    { name: 'id' },
    { name: 'original', needed: true, also: ['proverb', 'methali'] },
    { name: 'translation', also: ['english', 'tafsiri'] },
    { name: 'meaning', also: ['explanation', 'maana'] },
    { name: 'confirmed' },
    { name: 'visibility' },
  ],
  Row,
  tables: ['proverbs'],
  batch: 200,
  titleOf,
  wordsOf,
  ...same,
  near: (db, rows) => selectRows(db).where(among(rows)),
  async insert(db, rows) {
    if (rows.length === 0) return
    const values = rows.map(({ entryId, original, translation, meaning }) => ({
      entryId,
      original,
      translation,
      meaning,
    }))
    await db.insert(table).values(values)
  },
  read: (db, viewer, after, limit) =>
    selectRows(db)
      .where(listedAfter('proverb', viewer, after))
      .orderBy(asc(entries.id))
      .limit(limit),
}

function selectRows(db: NodePgDatabase) {
  const { original, translation, meaning } = table
  return db
    .select({ ...importedColumns, original, translation, meaning })
    .from(table)
    .innerJoin(entries, eq(entries.id, table.entryId))
    .$dynamic()
}
