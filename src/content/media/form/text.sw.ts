import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  waiting: {
    name: 'Maendeleo ya kupakia',
    goes: 'Hii itatumwa faili zake zikishapakiwa.',
    percent: (part) => `${Math.floor(part * 100)}%`,
    cancel: 'Ghairi chapisho',
    leave: 'Faili zako bado zinapakiwa. Ukiondoka sasa, hii haitatumwa. Uondoke hata hivyo?',
  },
  list: {
    item: (number) => `Faili ${number}`,
    add: 'Ongeza faili',
    another: 'Ongeza faili nyingine',
    alt: 'Eleza picha',
    altHint: 'Kwa watu wasioweza kuiona.',
    caption: 'Maelezo mafupi',
    role: 'Kabla au baada ya uhifadhi?',
    roles: { none: 'Haijulikani', before: 'Kabla', after: 'Baada' },
    toFront: 'Weka ya kwanza',
  },
  file: 'Picha, video au sauti',
  hint: (mb) => `Hadi MB ${mb}.`,
  choose: 'Tafadhali chagua picha, video au sauti.',
  asked: {
    picture: {
      choose: 'Piga au chagua picha.',
      other: (name) => `“${name}” si picha. Chagua picha, au fungua fomu nyingine kwenye + Ongeza.`,
      post: 'Shiriki picha',
    },
    video: {
      choose: 'Rekodi au chagua video.',
      other: (name) => `“${name}” si video. Chagua video, au fungua fomu nyingine kwenye + Ongeza.`,
      post: 'Shiriki video',
    },
    recording: {
      choose: 'Rekodi sauti, au chagua rekodi.',
      other: (name) => `“${name}” si rekodi ya sauti. Chagua rekodi, au fungua fomu nyingine kwenye + Ongeza.`,
      post: 'Shiriki rekodi',
    },
  },
  title: 'Kichwa',
  description: 'Maelezo',
  tags: 'Lebo',
  more: 'Maelezo zaidi',
  fewer: 'Maelezo machache',
  transcript: 'Unukuzi: yanayosemwa, neno kwa neno',
  translation: 'Tafsiri',
  language: 'Lugha inayosemwa',
  speakers: 'Wazungumzaji: nani anazungumza au anaimba',
  speakerHint: 'Andika jina, kisha Enter',
  recordedAt: 'Ilirekodiwa tarehe',
  place: 'Mahali',
  post: 'Chapisha',
  save: 'Hifadhi mabadiliko',
  posted: 'Imechapishwa.',
  saved: 'Mabadiliko yamehifadhiwa.',
  failed: 'Faili haikupakiwa. Tafadhali angalia sehemu zote na ujaribu tena.',
  notSaved: 'Mabadiliko hayakuhifadhiwa. Ulichoandika bado kipo hapa.',
}
