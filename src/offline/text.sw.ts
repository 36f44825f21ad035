import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  copy: (when) => `Hakuna mtandao. Hii ni nakala iliyohifadhiwa kwenye kifaa hiki ${when}.`,
  copyAway: (when) => `Tovuti haijibu. Hii ni nakala iliyohifadhiwa kwenye kifaa hiki ${when}.`,
  nothing: 'Bado hakuna kurasa zilizohifadhiwa kwenye kifaa hiki. Kurasa unazofungua huhifadhiwa kwa wakati mwingine.',
  fromDevice: (when) => `Hakuna mtandao. Haya ni maneno yaliyohifadhiwa kwenye kifaa hiki ${when}.`,
  noWords: (sought) => `Hakuna neno lililopatikana kwa “${sought}” kwenye kifaa hiki.`,
  found: (sought) => `Maneno ya “${sought}”`,
  loadMore: 'Onyesha zaidi',
  confirmed: 'Limethibitishwa na mtunzaji',
  published: 'Kutoka utafiti uliochapishwa, bado halijathibitishwa na mzungumzaji',
  unconfirmed: 'Bado halijathibitishwa na mtunzaji',
  approximate: 'takriban',
  somethingNew: 'Kuna jambo jipya kwako',
  several: (count) => `Una arifa ${count} mpya`,
}
