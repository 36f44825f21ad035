import type { Words } from '#core/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Shiriki jambo',
  writeArticle: 'Andika makala',
  articlePage: 'Andika makala',
  failed: 'Fomu hazikupakiwa.',
  kinds: 'Aina ya chapisho',
  article: 'Makala',
  media: 'Picha na sauti',
  mediaPage: 'Shiriki picha, video au sauti',
  event: 'Tukio',
  eventPage: 'Tangaza tukio',
  linguistics: 'Lugha',
  wordPage: 'Ongeza neno',
  wordChange: 'Badilisha neno',
  poemPage: 'Ongeza shairi',
  poemChange: 'Badilisha shairi',
  proverbPage: 'Ongeza methali',
  proverbChange: 'Badilisha methali',
  artifactPage: 'Ongeza kifaa cha jadi',
  artifactChange: 'Badilisha kifaa cha jadi',
  conservationPage: 'Ongeza rekodi ya uhifadhi',
  conservationChange: 'Badilisha rekodi ya uhifadhi',
  heritagePage: 'Ongeza ingizo kwenye hifadhi',
  heritageChange: 'Badilisha ingizo la hifadhi',
  keepersOnly: 'Ni watunzaji tu wanaoandika hapa.',
  keepersHint: 'Wasimulie watunzaji unachojua: watakifanya ingizo linalokutaja.',
  loading: 'Inapakia',
  notLoaded: 'Haikupakiwa.',
}
