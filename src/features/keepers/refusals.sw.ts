import type { Words } from '#text/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  decided: 'Mtu mwingine ameshalibadilisha au kuliamua ingizo hili. Liangalie tena.',
  decidedAll: 'Mtu mwingine ameshayabadilisha au kuyaamua maingizo haya. Yaangalie tena.',
  notYours: 'Ni mtunzaji aliyelithibitisha tu anayeweza kutendua hapa.',
  sayWhy: 'Andika au rekodi sababu.',
  changed: 'Mtu mwingine amebadilisha hii tangu ulipoifungua. Iangalie tena; hakuna kilichopotea.',
  picture: 'Utangulizi hauwezi kuwa na picha. Ondoa picha.',
}
