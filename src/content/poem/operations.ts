import { recordedText } from '#content/recorded-text/operations.ts'
import { kind } from './kind.ts'
import { NewPoem, Poem, PoemChange } from './schema.ts'
import { poems } from './table.ts'

export const poem = recordedText(kind, poems, { New: NewPoem, Change: PoemChange, Text: Poem })
