import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Methali',
  description: 'Methali za Wamarakwet kama watu wake wanavyozisema, pamoja na tafsiri na maana zake.',
  searchLabel: 'Tafuta methali',
  none: 'Bado hakuna methali',
  noneHelp: 'Ongeza unayoijua, kwa lugha yake.',
  add: 'Ongeza methali',
  missing: 'Unajua methali?',
  missingHelp: 'Iandike kama watu wanavyoisema. Unaweza kuongeza tafsiri na rekodi baadaye.',
  noMatch: (q) => `Hakuna methali inayolingana na “${q}”`,
  all: 'Tazama methali zote',
  original: 'Methali yenyewe',
  meaning: 'Maana yake',
  noTranslation: 'Hakuna aliyeitafsiri bado.',
  addedBy: 'Imeongezwa na',
  audience: 'Nani anaweza kuiona',
  form: {
    original: 'Methali',
    originalHint: 'Kwa lugha yake.',
    meaning: 'Maana yake, na inaposemwa',
    publish: 'Ongeza methali',
    posted: 'Methali imeongezwa.',
    failed: 'Methali haikuhifadhiwa. Ulichoandika bado kipo hapa.',
  },
}
