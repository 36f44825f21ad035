import type { Words } from '#text/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  tooLarge: (mega) => `Faili ni kubwa mno. Chagua isiyozidi MB ${mega}.`,
  empty: 'Faili ni tupu. Chagua nyingine.',
  noRows: 'Faili haina safu chini ya majina ya safuwima. Ongeza safu na uipakie tena.',
  tooManyRows: (most) => `Faili ina safu zaidi ya ${most}. Igawe katika faili kadhaa.`,
  noColumn: (column) => `Chagua safuwima yenye “${column}”.`,
  twice: 'Safuwima mbili zimewekwa kwa sehemu moja. Chagua kila sehemu mara moja tu.',
  notThere: 'Maingizo ya aina hii hayana sehemu hii. Chagua nyingine.',
  gone: 'Faili haipo tena. Ipakie tena.',
  moreCells: (has, needs) =>
    `Safu hii ina ${has === 1 ? 'kisanduku 1' : `visanduku ${has}`} badala ya ${needs}. Irekebishe kwenye faili yako.`,
  tooLong: 'Safu hii ni ndefu mno. Ifupishe kwenye faili yako.',
  openQuote: 'Alama ya kunukuu katika safu hii haijafungwa. Ifunge kwenye faili yako.',
  unreadable: 'Baadhi ya herufi hazikuweza kusomwa. Chagua usimbaji mwingine wa herufi.',
  refusedRow: 'Safu hii haikuweza kuongezwa kwenye hifadhi. Iangalie kwenye faili yako.',
  notNow: 'Hali ya uingizaji huu imebadilika tangu ulipoufungua. Pakia ukurasa tena.',
  badAddress: 'Anwani hii ya kupakia si sahihi au muda wake umekwisha. Chagua faili tena.',
  notZip: 'Faili ya ZIP haikuweza kufunguliwa. Chagua nyingine.',
  noDataset:
    'Hakuna data ya CLDF katika faili hii. Maelezo yake (“…-metadata.json”) hayapo au hayasomeki. Chagua faili nyingine.',
  notWordlist: 'Data hii ya CLDF si Wordlist. Chagua iliyo Wordlist.',
  onlyWords: 'Data ya CLDF ina maneno. Ipakie tena na uchague “Maneno”.',
  noFile: (name) => `Data haina faili “${name}”. Iongeze na upakie data tena.`,
  tooLargeInside: (name) => `“${name}” ni kubwa mno. Gawa data hii katika sehemu kadhaa ndogo.`,
  spreadsheet:
    'Hili ni lahajedwali. Lifungue katika programu ya lahajedwali, lihifadhi kama CSV, kisha upakie faili hiyo.',
  doubtful: (letters) => `Kisanduku hiki hakina usimbaji wa herufi sawa na faili. Kagua herufi hizi: ${letters}`,
  joined: 'Nafasi imewekwa badala ya mstari mpya.',
  leftOut: (reason) => `Kisanduku hiki kimeachwa. ${reason}`,
  sameAsRow: (row) => `Safu ya ${row} ya faili hii inasema hivyo hivyo.`,
  limited:
    'Ingizo hili ni rasimu au ni la kikundi tu, kwa hiyo uingizaji hauwezi kulibadilisha. Lihariri kwenye ukurasa wake.',
  changedSince: 'Mtu amebadilisha ingizo hili tangu faili ilipokaguliwa. Kagua faili tena.',
  withdrawn: 'Mtu ameondoa idhini yake kwa ingizo hili, kwa hiyo haliwezi kuingizwa tena.',
}
