import type { Words } from '#core/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Herufi',
  lead: 'Kamusi hufuata mpangilio huu: mstari wa herufi, orodha zake, na kinachochapishwa.',
  loading: 'Inapakia',
  failed: 'Herufi hazikuweza kupakiwa.',
  list: 'Herufi kwa mpangilio wake',
  hint: 'Moja kwa kila mstari. Alama mbili au tatu zinaweza kuwa herufi moja. Baada yake, kwa nafasi kati, tahajia zake nyingine. Alama, kama za toni, huhesabiwa tu pale ambapo herufi ya orodha hii imeandikwa nazo.',
  preview: 'Zitakavyoonekana',
  previewNote: 'Wageni huona zile ambazo neno huanza nazo.',
  missing: (starts) => `Maneno mengine huanza na ${starts}, ambazo hazimo katika orodha. Yako mwishoni, bila herufi.`,
  now: 'Herufi zilivyo sasa:',
  save: 'Hifadhi herufi',
  saved: 'Zimehifadhiwa. Kamusi sasa hufuata mpangilio huu.',
  notSaved: 'Herufi hazikuhifadhiwa. Ulichoandika bado kipo hapa.',
  page: 'Tazama kamusi',
}
