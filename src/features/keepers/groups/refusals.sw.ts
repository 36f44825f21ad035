import type { Words } from '#text/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  nameTaken: 'Tayari kuna kikundi chenye jina hili. Chagua jina lingine.',
  inUse: 'Huwezi kufuta kikundi hiki, kwa sababu kuna maingizo yaliyowekewa. Badilisha kwanza wanaoweza kuyaona.',
  noMember: 'Mtu huyu hawezi kuongezwa. Chagua mwanachama mwingine.',
  unconfirmed:
    'Mwanachama huyu bado hajathibitisha barua pepe yake, kwa hiyo huenda ni ya mtu mwingine. Mwombe afungue kwanza kiungo kwenye barua pepe yetu.',
  notSelf: 'Huwezi kujiongeza kwenye kikundi chenye maingizo ya watu wengine. Mwombe mtunzaji mwingine.',
}
