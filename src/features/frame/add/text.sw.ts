import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  add: 'Ongeza',
  title: 'Ungependa kuongeza nini?',
  lead: 'Chagua ulichonacho. Unaweza kuhifadhi rasimu wakati wowote na kumalizia baadaye.',
  groups: {
    say: 'Sema',
    show: 'Onyesha',
    write: 'Andika',
    gather: 'Matukio na bidhaa',
  },
  things: {
    word: 'Neno',
    wordList: 'Rekodi maneno mengi',
    importList: 'Ingiza orodha',
    recording: 'Rekodi ya sauti',
    proverb: 'Methali',
    poem: 'Shairi au wimbo',
    picture: 'Picha',
    video: 'Video',
    artifact: 'Kifaa cha jadi',
    conservation: 'Rekodi ya uhifadhi',
    article: 'Makala',
    story: 'Hadithi',
    custom: 'Mila au desturi',
    ceremony: 'Sherehe au tambiko',
    event: 'Tukio',
    product: 'Bidhaa ya kuuza',
  },
}
