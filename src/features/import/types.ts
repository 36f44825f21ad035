import type { Importable } from '#content/entry/importable.ts'
import { words } from '#content/vocabulary/importable.ts'
import type { ImportedType } from './schema.ts'

/** How each type is imported and exported. */
const types: Record<ImportedType, Importable> = { vocabulary: words }

export function typeOf(name: string): Importable {
  return types[name as ImportedType]
}
