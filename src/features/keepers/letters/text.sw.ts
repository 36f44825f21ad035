import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Alfabeti',
  lead: 'Kamusi, upau wake wa herufi na orodha ya maneno inayochapishwa hufuata mpangilio huu.',
  failed: 'Alfabeti haikuweza kupakiwa. Jaribu tena.',
  list: 'Herufi kwa mpangilio',
  hint: 'Andika herufi moja kwa kila mstari. Herufi inaweza kuwa na alama zaidi ya moja, kama ch. Ongeza tahajia nyingine za herufi kwenye mstari huo huo, zikitenganishwa kwa nafasi. Alama za toni na nyinginezo hupuuzwa, isipokuwa kama herufi ya orodha hii inazo.',
  preview: 'Onyesho',
  previewNote: 'Wageni huona tu herufi ambazo maneno huanza nazo.',
  missing: (starts) => `Maneno mengine huanza na herufi zisizo katika orodha: ${starts}. Hupangwa mwishoni.`,
  now: 'Alfabeti sasa ni:',
  save: 'Hifadhi alfabeti',
  saved: 'Alfabeti imehifadhiwa. Kamusi sasa hufuata mpangilio huu.',
  notSaved: 'Alfabeti haikuhifadhiwa. Ulichoandika bado kipo hapa.',
  page: 'Tazama kamusi',
}
