import type { Words } from '#core/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  tooLarge: (mega) => `Tafadhali chagua faili isiyozidi MB ${mega}.`,
  empty: 'Faili ni tupu.',
  noRows: 'Faili haina safu chini ya safu yake ya kwanza.',
  tooManyRows: (most) => `Hii ina safu zaidi ya ${most}. Tafadhali igawe katika faili kadhaa.`,
  noColumn: (column) => `Tafadhali chagua safuwima ya faili iliyo “${column}”.`,
  twice: 'Safuwima mbili haziwezi kujaza ileile moja.',
  notThere: 'Aina hii haina safuwima kama hiyo.',
  gone: 'Faili haipo tena. Tafadhali ichague tena.',
  fewer: (has, needs) => `Safu hii ina visanduku ${has}, ya kwanza ina ${needs}.`,
  tooLong: 'Safu hii ni ndefu mno kusomwa.',
  openQuote: 'Alama ya kunukuu imefunguliwa katika safu hii na haijafungwa.',
  unreadable: 'Hii ina herufi zisizosomeka. Tafadhali chagua jinsi faili ilivyoandikwa.',
  refusedRow: 'Hifadhi haikuipokea safu hii.',
  notNow: 'Uingizaji huu umefika hatua nyingine sasa. Tafadhali pakia ukurasa tena.',
  badAddress: 'Anwani hii ya kupakia si sahihi, au haifai tena. Tafadhali chagua faili tena.',
  notZip: 'Faili hii si zip inayosomeka.',
  noDataset: 'Hakuna data ya CLDF katika faili hii: maelezo yake (“…-metadata.json”) hayapo au hayasomeki.',
  notWordlist: 'Data hii ya CLDF si orodha ya maneno (Wordlist).',
  onlyWords: 'Data ya CLDF hubeba maneno. Tafadhali iingize kama maneno.',
  noFile: (name) => `Data haina “${name}”.`,
  tooLargeInside: (name) => `“${name}” ni kubwa mno ikifunguliwa.`,
  withdrawn: 'Mtu ameondoa ridhaa yake kwa ingizo hili. Halirudi.',
}
