import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Kwenye kifaa hiki',
  offer: (words, size) =>
    `Hifadhi maneno yote ${words} kwenye kifaa hiki uyatafute bila mtandao: takriban ${size} za kupakua.`,
  saved: (words, when) => `Maneno ${words} yako kwenye kifaa hiki, kufikia ${when}. Unaweza kuyatafuta bila mtandao.`,
  busy: (done, of) => `Inapakua: ${done} kati ya ${of}.`,
  failed: 'Kamusi haikuweza kupakuliwa yote. Jaribu tena kupakua iliyobaki.',
  full: 'Hakuna nafasi kwenye kifaa hiki. Ongeza nafasi, kisha ujaribu tena.',
  none: 'Kamusi haijahifadhiwa kwenye kifaa hiki. Angalia mtandao wako na ujaribu tena.',
  save: 'Hifadhi kamusi',
  update: 'Sasisha kamusi',
  remove: 'Ondoa kamusi',
  pages: (count) => `Kurasa ${count} zimehifadhiwa kwenye kifaa hiki za kusoma bila mtandao.`,
  removeAll: 'Ondoa vyote kwenye kifaa hiki',
  removed: 'Hakuna tena kilichohifadhiwa kwenye kifaa hiki.',
}
