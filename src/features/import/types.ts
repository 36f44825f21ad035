import type { Importable } from '#content/entry/importable.ts'
import { told } from '#content/heritage/importable.ts'
import { poems } from '#content/poem/importable.ts'
import { proverbs } from '#content/proverb/importable.ts'
import { words } from '#content/vocabulary/importable.ts'
import type { ImportedType } from './schema.ts'

/** How each type is imported and exported. */
const types: Record<ImportedType, Importable> = {
  vocabulary: words,
  proverb: proverbs,
  poem: poems,
  heritage: told,
}

export function typeOf(name: ImportedType): Importable {
  return types[name]
}

export function isImported(name: string): name is ImportedType {
  return Object.hasOwn(types, name)
}
