import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  one: {
    vocabulary: 'Neno',
    proverb: 'Methali',
    poem: 'Shairi',
    heritage: 'Desturi au hadithi',
    artifact: 'Kifaa cha jadi',
    conservation: 'Rekodi ya uhifadhi',
    article: 'Makala',
    media: 'Picha au rekodi',
    event: 'Tukio',
    product: 'Bidhaa',
    suggestion: 'Pendekezo',
    communication: 'Mawasiliano',
    practice: 'Shughuli za jadi',
    story: 'Hadithi',
    'social-structure': 'Muundo wa jamii',
    ceremony: 'Sherehe',
    ritual: 'Ibada ya jadi',
    custom: 'Mila',
    image: 'Picha',
    video: 'Video',
    audio: 'Rekodi ya sauti',
  },
  many: {
    vocabulary: 'Maneno',
    proverb: 'Methali',
    poem: 'Mashairi',
    heritage: 'Desturi',
    artifact: 'Vifaa vya jadi',
    conservation: 'Uhifadhi',
    article: 'Makala',
    media: 'Picha na sauti',
    event: 'Matukio',
    product: 'Bidhaa',
    image: 'Picha',
    video: 'Video',
    audio: 'Rekodi za sauti',
  },
}
