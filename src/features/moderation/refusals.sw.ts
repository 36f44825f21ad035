import type { Words } from '#core/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  ownEntry: 'Hili ni ingizo lako mwenyewe: unaweza kulibadilisha au kulifuta.',
  reportedAlready: 'Umesharipoti hili. Mwangalizi ataliangalia.',
  ownPost: 'Hili linahusu ingizo lako mwenyewe. Mwangalizi mwingine lazima aamue.',
  notSeen: 'Ingizo hili halikukusudiwa wewe. Mwangalizi anayeweza kuliona lazima aamue.',
  decided: 'Mwangalizi mwingine ameshaamua hili.',
  notHidden: 'Ingizo hili halijafichwa.',
  ownPosts: 'Haya ni maingizo yako mwenyewe. Mwangalizi mwingine lazima aamue.',
}
