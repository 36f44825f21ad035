import type { Words } from '#text/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  invalid: 'Tafadhali angalia ulichojaza',
  unauthorized: 'Ingia kwanza.',
  forbidden: 'Huna ruhusa ya kufanya hivi.',
  notFound: 'Hiki hakipo, au huwezi kukiona.',
  tooMany: 'Umejaribu mara nyingi mno. Subiri dakika chache, kisha ujaribu tena.',
  proofOfWork: 'Kumekuwa na majaribio mengi kutoka mtandao wako. Subiri kifaa chako kihakikishe kwamba wewe si roboti.',
  tooMuch: 'Unatuma mengi mno kwa wakati mmoja. Subiri kidogo, kisha ujaribu tena.',
  notAdmitted: 'Akaunti yako inasubiri kukubaliwa na msimamizi.',
  recentSignIn: 'Thibitisha kwamba ni wewe ili kuendelea: muda umepita tangu ulipoingia.',
  emailUnconfirmed:
    'Thibitisha barua pepe yako kwanza: fungua kiungo kwenye barua yetu, au itume tena kutoka wasifu wako.',
  sessionEnded: 'Muda wako wa kuingia umeisha. Tafadhali ingia tena.',
  noOperation: 'Hakuna operesheni kama hiyo.',
  tooLarge: (mb) => `Hii ni kubwa mno. Usizidishe MB ${mb}.`,
  tooLargeKb: (kb) => `Hii ni kubwa mno. Usizidishe KB ${kb}.`,
  tooComplex: 'Ombi lina sehemu nyingi mno. Tuma kidogo kwa wakati mmoja.',
  silent: 'Ombi halikufika lote. Angalia mtandao wako kisha ujaribu tena.',
  broken: 'Muunganisho ulikatika. Tafadhali jaribu tena.',
  busy: 'Tovuti ina shughuli nyingi. Jaribu tena baada ya sekunde chache.',
  otherSite: 'Fomu hii ilitumwa kutoka tovuti nyingine. Fungua ukurasa kwenye tovuti hii, kisha uitume tena.',
  noForm: 'Ombi hili si fomu.',
  noJson: 'Ombi si JSON sahihi.',
  noObject: 'Ombi lazima liwe kitu cha JSON.',
  keyTooLong: 'Idempotency-Key ni ndefu mno. Isizidi herufi 200.',
  keyReused: 'Idempotency-Key hii ilitumika kwa ombi lingine.',
  hungUp: 'Muunganisho umekatika kabla ombi lote halijafika. Tafadhali tuma tena.',
  unavailable: 'Tovuti haipatikani kwa sasa. Jaribu tena baada ya muda mfupi.',
  noRoom: 'Nafasi ya kuhifadhi ya tovuti imejaa. Tafadhali waambie wanaoiendesha.',
  ourFault: (requestId) =>
    `Kuna hitilafu upande wetu. Tafadhali jaribu tena. Ikiendelea, wape wanaoendesha tovuti msimbo huu: ${requestId}`,
}
