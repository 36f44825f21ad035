import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Mashairi',
  description: 'Mashairi ya Wamarakwet kama watu wake wanavyoyasema, pamoja na tafsiri kando yake.',
  searchLabel: 'Tafuta mashairi',
  none: 'Bado hakuna mashairi',
  noneHelp: 'Ongeza unalolijua, kwa lugha yake.',
  add: 'Ongeza shairi',
  missing: 'Unajua shairi?',
  missingHelp: 'Liandike kama watu wanavyolisema. Unaweza kuongeza tafsiri na rekodi baadaye.',
  noMatch: (q) => `Hakuna shairi linalolingana na “${q}”`,
  all: 'Tazama mashairi yote',
  by: (poet) => `La ${poet}`,
  original: 'Shairi lenyewe',
  noTranslation: 'Hakuna aliyelitafsiri bado.',
  seeMore: 'Tazama zaidi',
  addedBy: 'Limeongezwa na',
  audience: 'Nani anaweza kuliona',
  form: {
    title: 'Kichwa',
    original: 'Shairi',
    originalHint: 'Kwa lugha yake, mstari kwa mstari.',
    poet: 'Mshairi',
    publish: 'Ongeza shairi',
    posted: 'Shairi limeongezwa.',
    failed: 'Shairi halikuhifadhiwa. Ulichoandika bado kipo hapa.',
  },
}
