import type { Words } from '#core/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  nameTaken: 'Tayari kuna kikundi chenye jina hili. Tafadhali chagua jina lingine.',
  inUse: 'Kuna maingizo yaliyowekewa kikundi hiki. Tafadhali badilisha kwanza wanaoweza kuyaona.',
  noMember: 'Huyu si mwanachama anayeweza kuongezwa.',
  notSelf: 'Huwezi kujiongeza kwenye kikundi ambacho maingizo yamewekewa. Tafadhali mwombe mtunzaji mwingine.',
}
