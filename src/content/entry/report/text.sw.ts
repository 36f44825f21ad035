import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  open: 'Ripoti',
  title: 'Ripoti tatizo',
  lead: 'Mwangalizi ataliangalia. Mwandishi hatajua aliyeripoti.',
  about: (title) => `Kuhusu “${title}”.`,
  aboutComment: (title) => `Kuhusu maoni yaliyo chini ya “${title}”.`,
  reason: 'Kuna tatizo gani?',
  reasons: {
    mistake: 'Lina kosa',
    restricted: 'Halifai kuonyeshwa kwa kila mtu, au kabisa',
    hurtful: 'Linamuumiza au kumfichua mtu',
    rights: 'Ni la mtu ambaye hakukubali',
    spam: 'Ni tangazo la biashara, au si la hapa',
    other: 'Jambo lingine',
  },
  words: 'Kwa maneno yako',
  wordsHint: 'Mweleze mwangalizi tatizo.',
  choose: 'Chagua kuna tatizo gani.',
  send: 'Tuma ripoti',
  sent: 'Asante. Mwangalizi ataliangalia.',
  failed: 'Ripoti haikuweza kutumwa. Ulichoandika bado kipo hapa.',
  check: 'Tafadhali angalia ulichojaza',
  missing: 'Ingizo hili halipo, au huna ruhusa ya kuliona.',
  notLoaded: 'Ingizo halikuweza kupakiwa. Jaribu tena.',
  back: 'Rudi kwenye ingizo',
}
