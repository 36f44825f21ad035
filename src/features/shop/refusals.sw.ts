import type { Words } from '#text/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  twice: 'Bidhaa hii iko mara mbili kwenye oda: tafadhali iagize mara moja, kwa idadi unayotaka.',
  twoSellers: 'Bidhaa hizi ni za wauzaji tofauti: tafadhali agiza kutoka kwa kila mmoja wao.',
  address: 'Andika anwani ya kupelekea.',
  notForSale: 'Kitu kimoja kwenye oda hii hakiuzwi tena. Tafadhali kiondoe, kisha uagize tena.',
  itemNotForSale: 'Bidhaa hii haiuzwi tena.',
  ownProduct: 'Bidhaa hii unaiuza wewe mwenyewe, kwa hiyo huwezi kuiagiza.',
  outOfStock: 'Kilichobaki ni kidogo kuliko ulichoagiza. Tafadhali badilisha idadi, kisha uagize tena.',
  left: (pieces) => (pieces === 0 ? 'Bidhaa hii imeisha.' : `Zimebaki ${pieces} tu.`),
  priceChanged: 'Bei moja imebadilika. Tafadhali iangalie, kisha uagize tena.',
  priceNow: (money) => `Bei sasa ni ${money}.`,
  referenceUsed: 'Msimbo huu wa M-Pesa umetumika kwa oda nyingine. Tafadhali angalia tena ujumbe wako.',
  noPayment: 'Oda hii haisubiri tena msimbo wa M-Pesa.',
  sayWhy: 'Tafadhali taja sababu: mwenzako ataisoma.',
  movedOn: 'Oda hii imebadilika. Iangalie tena.',
  notYourMove: 'Jambo hili ni la mwenzako kufanya.',
  cartFull: 'Kikapu chako kina vitu 50 tofauti. Tafadhali agiza baadhi yake kwanza.',
  asked: 'Umeshaomba. Msimamizi ataamua.',
  sellerAlready: 'Wewe tayari ni muuzaji.',
  decided: 'Jambo hili limeshaamuliwa.',
}
