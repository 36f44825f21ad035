import { recordedText } from '#content/recorded-text/operations.ts'
import { kind } from './kind.ts'
import { NewProverb, Proverb, ProverbChange } from './schema.ts'
import { proverbs } from './table.ts'

export const proverb = recordedText(kind, proverbs, { New: NewProverb, Change: ProverbChange, Text: Proverb })
