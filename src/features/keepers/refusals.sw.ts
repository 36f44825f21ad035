import type { Words } from '#core/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  decided: 'Mtu mwingine amelibadilisha hili au kuliamua kabla yako. Tafadhali liangalie tena.',
  decidedAll: 'Mtu mwingine ameyabadilisha haya au kuyaamua kabla yako. Tafadhali yaangalie tena.',
  notYours: 'Mtunzaji aliyelithibitisha ndiye pekee anayeweza kulirudisha hapa.',
  sayWhy: 'Tafadhali sema kwa nini, kwa maandishi au kwa sauti.',
  changed: 'Mtu mwingine amelibadilisha hili tangu ulipolifungua. Tafadhali liangalie tena; hakuna kilichopotea.',
  picture: 'Utangulizi ni maandishi pekee. Tafadhali ondoa picha.',
}
