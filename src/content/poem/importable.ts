import { cell, ImportedRow } from '#content/entry/write/importable.ts'
import { languageCells } from '#content/language/importable.ts'
import { importedTexts } from '#content/recorded-text/importable.ts'
import { kind } from './kind.ts'
import { poem } from './operations.ts'
import { NewPoem } from './schema.ts'
import { poems as table } from './table.ts'

export const imported = importedTexts({
  kind,
  table,
  update: poem.update,
  columns: [
    { name: 'title', needed: true, also: ['name', 'kichwa'] },
    { name: 'original', needed: true, also: ['poem', 'text', 'shairi'] },
    { name: 'translation', also: ['english', 'tafsiri'] },
    { name: 'poet', also: ['author', 'mshairi'] },
  ],
  Row: ImportedRow({
    ...languageCells,
    title: NewPoem.shape.title,
    original: NewPoem.shape.original,
    translation: cell.text(20_000),
    poet: cell.line(200),
  }),
  batch: 100,
})
