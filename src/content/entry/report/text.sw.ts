import type { Words } from '#core/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  open: 'Ripoti',
  title: 'Kuna kosa gani?',
  lead: 'Mwangalizi ataliangalia. Mwandishi hatajua nani aliyeripoti.',
  about: (title) => `Ni kuhusu “${title}”.`,
  reason: 'Ni nini?',
  reasons: {
    mistake: 'Si sahihi',
    restricted: 'Halifai kuonyeshwa kwa kila mtu, au kabisa',
    hurtful: 'Linamuumiza au kumfichua mtu',
    rights: 'Ni la mtu ambaye hakukubali',
    spam: 'Ni tangazo la biashara, au si la hapa',
    other: 'Jambo lingine',
  },
  words: 'Kwa maneno yako',
  wordsHint: 'Mwangalizi ajue nini?',
  choose: 'Tafadhali chagua kosa.',
  send: 'Tuma taarifa',
  sent: 'Asante. Mwangalizi ataliangalia.',
  failed: 'Taarifa haikutumwa.',
  check: 'Tafadhali angalia ulichoandika',
  missing: 'Ingizo hili halipo, au si lako kuona.',
  notLoaded: 'Ingizo halikupakiwa.',
  loading: 'Inapakia',
  back: 'Rudi kwenye ingizo',
}
