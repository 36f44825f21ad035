import type { Words } from '#core/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  copy: (when) => `Hakuna mtandao. Hii ni nakala iliyohifadhiwa kwenye kifaa hiki, ya ${when}.`,
  copyAway: (when) => `Tovuti haiwezi kujibu kwa sasa. Hii ni nakala iliyohifadhiwa kwenye kifaa hiki, ya ${when}.`,
  nothing: 'Bado hakuna kilichohifadhiwa kwenye kifaa hiki. Ukurasa uliofungua mara moja utakuwa hapa wakati mwingine.',
  fromDevice: (when) => `Hakuna mtandao. Haya ni maneno yaliyohifadhiwa kwenye kifaa hiki, ya ${when}.`,
  noWords: (sought) => `Hakuna neno lililopatikana kwa “${sought}” kwenye kifaa hiki.`,
  found: (sought) => `Maneno ya “${sought}”`,
  loadMore: 'Onyesha zaidi',
  confirmed: 'Limethibitishwa na mtunzaji',
  published: 'Kutoka utafiti uliochapishwa, bado halijathibitishwa na mzungumzaji',
  unconfirmed: 'Bado halijathibitishwa na mtunzaji',
  approximate: 'takriban',
  somethingNew: 'Kuna jambo jipya kwako',
  several: (count) => `Kuna mambo mapya ${count} kwako`,
}
