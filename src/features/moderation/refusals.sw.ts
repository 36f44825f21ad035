import type { Words } from '#text/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  ownEntry: 'Umeandika hili mwenyewe. Unaweza kulihariri au kulifuta.',
  reportedAlready: 'Umesharipoti hili. Mwangalizi ataliangalia.',
  notSeen: 'Huna ruhusa ya kuliona chapisho hili. Mwangalizi mwenye ruhusa ndiye atakayeamua.',
  decided: 'Mwangalizi mwingine ameshaamua hili. Pakia ukurasa tena uone uamuzi.',
  gone: 'Hili limefutwa. Unaweza tu kufunga ripoti.',
  notHidden: 'Hili halijafichwa. Pakia ukurasa tena.',
  ownPosts: 'Haya ni machapisho yako mwenyewe. Mwangalizi mwingine ataamua.',
}
