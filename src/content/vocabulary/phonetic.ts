import type { Word } from './schema.ts'

/** Whether the form is written as linguists write it, and so `lang` is `enb-fonipa`. */
export function isPhonetic({ marakwet, ipa }: Pick<Word, 'marakwet' | 'ipa'>): boolean {
  return marakwet === ipa
}
