import type { ImportedType } from '#content/entry/address.ts'
import type { Importable } from '#content/entry/write/importable.ts'
import { imported as heritage } from '#content/heritage/importable.ts'
import { imported as poem } from '#content/poem/importable.ts'
import { imported as proverb } from '#content/proverb/importable.ts'
import { imported as vocabulary } from '#content/vocabulary/importable.ts'

/** Describes how the entries of each importable type are read from tables and written to them. */
export const importables: Record<ImportedType, Importable> = {
  heritage,
  poem,
  proverb,
  vocabulary,
}
