import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  noAnswer: 'Seva haikujibu. Jaribu tena.',
  offline: 'Seva haikufikiwa. Angalia mtandao wako na ujaribu tena.',
  notSent: 'Faili haikuweza kupakiwa. Jaribu tena.',
  tryingAgain: (why) => `${why} Tutajaribu tena wenyewe.`,
  deviceFull:
    'Kifaa hiki hakiwezi kuhifadhi maandishi yako. Yachapishe au uyanakili kabla ya kuondoka kwenye ukurasa huu.',
  checkDraft: 'Rasimu yako ilirudishwa baada ya kubonyeza kitufe. Iangalie, kisha ubonyeze tena.',
  outbox: {
    kept: 'Imehifadhiwa kwenye kifaa hiki. Itatumwa ukiwa mtandaoni.',
    notSecure:
      'Chapisho lako halijatumwa, na kivinjari hiki hakiwezi kulihifadhi kwa usalama. Acha ukurasa huu wazi na ujaribu tena.',
    full: 'Chapisho lako halijatumwa, na kifaa hiki kimejaa. Ongeza nafasi na ujaribu tena.',
    refused:
      'Chapisho lako halijatumwa, na kivinjari hiki hakiwezi kulihifadhi. Acha ukurasa huu wazi na ujaribu tena.',
    noStorage: 'Kivinjari hiki hakiruhusu tovuti kuhifadhi machapisho. Unaweza kuchapisha ukiwa mtandaoni tu.',
    fileGone: 'Faili moja haipo tena kwenye kifaa hiki. Ichague tena.',
    unknown: 'Tovuti imebadilika na haipokei tena chapisho hili. Unaweza kulifuta.',
    goesOn: 'Chapisho lako linatumwa. Unaweza kutumia kurasa nyingine.',
    likeGone: 'Chapisho hili halipo tena.',
    needsYou: (title: string) => `“${title}” haikupokelewa. Tafadhali angalia kisanduku chako cha kutuma.`,
  },
}
