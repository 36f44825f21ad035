import { bareIpa } from '#text/ipa.ts'
import { phonetic } from '#text/language-tag.ts'
import type { Word } from './schema.ts'

/** Returns the tag of a word's language, or of its transcription if the form is in IPA. */
export function languageOfForm({ form, ipa, language }: Pick<Word, 'form' | 'ipa' | 'language'>): string {
  return ipa !== null && form === bareIpa(ipa) ? phonetic(language) : language
}
