import { cell, ImportedRow } from '#content/entry/write/importable.ts'
import { languageCells } from '#content/language/importable.ts'
import { importedTexts } from '#content/recorded-text/importable.ts'
import { kind } from './kind.ts'
import { proverb } from './operations.ts'
import { NewProverb } from './schema.ts'
import { proverbs as table } from './table.ts'

export const imported = importedTexts({
  kind,
  table,
  update: proverb.update,
  columns: [
    { name: 'original', needed: true, also: ['proverb', 'methali'] },
    { name: 'translation', also: ['english', 'tafsiri'] },
    { name: 'meaning', also: ['explanation', 'maana'] },
  ],
  Row: ImportedRow({
    ...languageCells,
    original: NewProverb.shape.original,
    translation: cell.text(2000),
    meaning: cell.text(5000),
  }),
  batch: 200,
})
