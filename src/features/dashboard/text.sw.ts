import type { Words } from '#core/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  feed: 'Mapya',
  articles: 'Makala',
  media: 'Picha na sauti',
  events: 'Matukio',
  linguistics: 'Isimu',
  profile: 'Wasifu',
  settings: 'Mipangilio',
  orders: 'Oda',
  selling: 'Kuuza',
  keepers: 'Meza ya watunzaji',
  members: 'Wanachama',
  audit: 'Kumbukumbu za matendo',
  care: 'Utunzaji',
  figures: 'Takwimu',
  search: 'Tafuta kila mahali',
  reports: 'Taarifa',
  openReports: 'wazi',
  signOut: 'Toka',
  leave: 'Ulichoandika hakijatumwa. Kinabaki kimefungwa kwenye kifaa hiki hadi uingie tena hapa. Ungependa kutoka?',
  yourProfile: (name) => `${name}, wasifu wako`,
  toDashboard: 'Nenda kwenye dashibodi',
  noSignal: 'Hakuna mtandao. Unaona kilichohifadhiwa kwenye kifaa hiki; huenda ni cha zamani kuliko kilichopo sasa.',
  unanswered: 'Tovuti haiwezi kujibu kwa sasa.',
  kept: 'Unaona kilichohifadhiwa kwenye kifaa hiki; huenda ni cha zamani kuliko kilichopo sasa.',
  waiting: 'Msimamizi bado hajaikubali akaunti yako.',
  waitingHint: 'Unaweza kusoma yaliyo wazi kwa wote na kubadilisha akaunti yako. Utaweza kuchapisha ukishakubaliwa.',
  needsScript:
    'Dashibodi inahitaji JavaScript, ambayo imezimwa katika kivinjari hiki. Yote yaliyo wazi kwa wote yanasomeka bila hiyo.',
}
