import { phonetic } from './language-tag.ts'

/** Matches a transcription in slashes or brackets. */
const delimited = /^(\/.*\/|\[.*\])$/s

/** Returns a transcription as readers see it: in the slashes or brackets that it was given with, or else in slashes. */
export function shownIpa(ipa: string): string {
  return delimited.test(ipa) ? ipa : `/${ipa}/`
}

/** Returns a transcription without the slashes or brackets that it was given with. */
export function bareIpa(ipa: string): string {
  return delimited.test(ipa) ? ipa.replace(/^[/[]+|[/\]]+$/g, '').trim() : ipa
}

type Form = { form: string; ipa: string | null; language: string }

/** Returns the tag of a word's language, or of its transcription if the form is in IPA. */
export function languageOfForm({ form, ipa, language }: Form): string {
  return ipa !== null && form === bareIpa(ipa) ? phonetic(language) : language
}
