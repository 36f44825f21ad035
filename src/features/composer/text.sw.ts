import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Unda chapisho',
  failed: 'Fomu haikuweza kupakiwa.',
  kinds: 'Aina ya chapisho',
  article: 'Makala',
  media: 'Picha na sauti',
  event: 'Tukio',
  linguistics: 'Maneno',
  wordChange: 'Hariri neno',
  poemChange: 'Hariri shairi',
  proverbChange: 'Hariri methali',
  artifactChange: 'Hariri kifaa cha jadi',
  conservationChange: 'Hariri rekodi ya uhifadhi',
  heritageChange: 'Hariri ingizo la hifadhi',
  productChange: 'Hariri bidhaa',
  sellersOnly: 'Ukurasa huu ni wa wauzaji',
  sellersHint: 'Je, unatengeneza kitu? Omba kuwa muuzaji: msimamizi ataamua.',
  sellersAsk: 'Omba kuwa muuzaji',
  keepersOnly: 'Ukurasa huu ni wa watunzaji',
  keepersHint: 'Wasimulie watunzaji unachojua: watakifanya ingizo linalokutaja.',
  loading: 'Inapakia',
  draftGone: 'Rasimu hii haipo tena',
  draftGoneHint: 'Huenda uliichapisha au uliifuta. Uliyochapisha utayapata kwenye Machapisho yangu.',
  draftFailed: 'Rasimu haikuweza kufunguliwa.',
  myPosts: 'Machapisho yangu',
  notYours: 'Huwezi kuhariri ingizo hili.',
  notLoaded: 'Hii haikuweza kupakiwa.',
}
