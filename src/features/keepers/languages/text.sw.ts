import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Lugha',
  lead: 'Kila neno, shairi na methali lina lugha yake, na kila nakala ya hifadhi huitaja. Lugha ya kwanza hapa ni ya tovuti yenyewe. Maandishi mapya huwa katika lugha hiyo isipokuwa mwandishi achague nyingine.',
  failed: 'Lugha hazikuweza kupakiwa. Jaribu tena.',
  own: 'Lugha ya tovuti yenyewe',
  dialectOf: (language) => `Lahaja ya ${language}`,
  codes: (codes) => `Misimbo: ${codes}`,
  noCodes: 'Hakuna msimbo unaojulikana',
  removeTitle: (name) => `Uondoe ${name}?`,
  removeBody: 'Haitaonyeshwa tena katika fomu. Inawezekana tu ikiwa hakuna maandishi katika lugha hiyo.',
  removed: (name) => `${name} imeondolewa.`,
  makeOwn: 'Ifanye lugha ya tovuti',
  makeOwnTitle: (name) => `Uifanye ${name} kuwa lugha ya tovuti?`,
  makeOwnBody: 'Maandishi mapya yatakuwa katika lugha hii isipokuwa mwandishi achague nyingine. Yaliyopo hayabadiliki.',
  madeOwn: (name) => `${name} sasa ni lugha ya tovuti.`,
  add: 'Ongeza lugha',
  addHint: 'Tafuta katika Glottolog 5.1, orodha ya lugha na lahaja za dunia, kwa jina au msimbo.',
  find: 'Tafuta lugha',
  findFailed: 'Haikuwezekana kutafuta. Jaribu tena.',
  none: (q) => `Hakuna lugha inayolingana na “${q}”.`,
  noneHint: 'Jaribu herufi chache zaidi, jina lingine, au msimbo wake wa ISO 639-3.',
  addIt: 'Ongeza',
  present: 'Tayari imeongezwa',
  added: (name) => `${name} imeongezwa.`,
}
