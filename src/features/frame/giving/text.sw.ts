import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  article: 'Andika makala',
  media: 'Shiriki picha, video au sauti',
  picture: 'Shiriki picha',
  video: 'Shiriki video',
  recording: 'Shiriki rekodi ya sauti',
  event: 'Tangaza tukio',
  vocabulary: 'Ongeza neno',
  poem: 'Ongeza shairi',
  proverb: 'Ongeza methali',
  artifact: 'Ongeza kifaa cha jadi',
  conservation: 'Ongeza rekodi ya uhifadhi',
  heritage: 'Ongeza ingizo kwenye hifadhi',
  product: 'Ongeza bidhaa',
  voice: 'Rekodi neno',
  words: 'Rekodi maneno',
  story: 'Simulia hadithi',
  comment: 'Andika maoni',
  registration: 'Jiandikishe kwa tukio',
}
