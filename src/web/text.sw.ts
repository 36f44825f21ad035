import type { Words } from '#core/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  noAnswer: 'Seva haikuweza kujibu. Tafadhali jaribu tena.',
  offline: 'Seva haikufikiwa. Tafadhali angalia mtandao wako na ujaribu tena.',
  notSent: 'Faili haikuweza kutumwa. Tafadhali jaribu tena.',
  outbox: {
    kept: 'Imehifadhiwa kwenye kifaa hiki. Itatumwa mtandao ukirudi.',
    notSecure:
      'Hakuna mtandao, na kivinjari hiki hakiwezi kuihifadhi kwa usalama. Tafadhali acha ukurasa huu wazi na ujaribu tena.',
    full: 'Hakuna mtandao, na kifaa hiki kimejaa. Tafadhali tengeneza nafasi, kisha bonyeza kitufe tena.',
    refused: 'Hakuna mtandao, na kivinjari hiki hakituhifadhii kitu. Tafadhali acha ukurasa huu wazi na ujaribu tena.',
    fileGone: 'Faili moja haipo tena hapa. Tafadhali ichague tena.',
    unknown: 'Tovuti haipokei hii tena.',
    likeGone: 'Haipo tena ili kupendwa.',
    needsYou: (title: string) => `“${title}” haikupokelewa. Tafadhali angalia kisanduku chako cha kutuma.`,
  },
}
