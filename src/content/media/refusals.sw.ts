import type { Words } from '#text/language.ts'
import type { refusals as english } from './refusals.ts'

const kinds = { image: 'picha', video: 'video', audio: 'sauti' } as const

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  kinds: 'Tafadhali chagua picha (JPEG, PNG, WebP, GIF, AVIF, HEIC), video au sauti iliyorekodiwa.',
  choose: (wanted) => `Tafadhali chagua ${wanted.map((kind) => kinds[kind]).join(' au ')}.`,
  otherKind: (is, said) => `Faili hii ni ${kinds[is]}, si ${kinds[said]}.`,
  tooLarge: (most) => `Faili hii ni kubwa mno. Chagua isiyozidi ${most}.`,
  tooManyPixels: (most) => `Picha hii ni kubwa mno. Chagua isiyozidi megapikseli ${most}.`,
  unseen:
    'Simu nyingi haziwezi kuonyesha picha hii (HEIC), kwa hiyo ni wewe na watunzaji tu mtakaoiona. Chagua JPEG badala yake: weka kamera yako kwa “Most compatible”, au piga picha ya skrini.',
  damaged: 'Picha hii imeharibika: tafadhali chagua nyingine.',
  empty: 'Faili haina kitu.',
  unheard: 'Hakuna kilichosikika katika rekodi hii. Irekodi tena.',
  voiceTooLong: (seconds) => `Ujumbe wa sauti unaweza kuwa wa sekunde ${seconds} tu. Rekodi mfupi zaidi.`,
  voiceTooLarge: 'Rekodi hii ni kubwa mno kwa ujumbe wa sauti. Irekodi hapa badala yake.',
  broken: 'Mtandao ulikatika wakati wa kupakia. Jaribu tena.',
  incomplete: 'Faili haikufika yote. Ipakie tena.',
  incompleteAgain: 'Faili haikufika yote. Tafadhali ipakie tena.',
  unfinished: 'Faili bado inapakiwa. Subiri imalizike.',
  unreadable: 'Faili haikuweza kusomwa. Chagua nyingine.',
  sentAlready: 'Faili hii imeshatumwa.',
  badAddress: 'Anwani hii ya kupakia si sahihi au muda wake umepita. Chagua faili tena.',
  notUploaded: 'Tafadhali chagua faili uliyoipakia.',
  gone: 'Faili hii haipo tena, au ni ya mahali pengine. Tafadhali ichague tena.',
  isPhoto: 'Hii ni picha ya wasifu wako. Tafadhali ipakie mara nyingine kwa ajili ya hili.',
  notYourTranscript: 'Huu si unukuzi wako.',
  withdrawn:
    'Watu waliomo katika faili hii wameondoa idhini yao, kwa hiyo haihifadhiwi hapa. Tafadhali chagua nyingine.',
  quota: ({ file, left, allowed }) =>
    `Hakuna nafasi ya faili hii (${file}): umebakiza ${left} kati ya ${allowed}. Futa machapisho au faili usizozihitaji tena, kisha ujaribu tena.`,
  quotaUnconfirmed: ({ file, left, allowed, confirmed }) =>
    `Hakuna nafasi ya faili hii (${file}): umebakiza ${left} kati ya ${allowed}. Thibitisha barua pepe yako upate ${confirmed}, kisha ujaribu tena.`,
  textQuota: (allowed) =>
    `Hakuna nafasi ya maandishi haya: maandishi na faili zako zingezidi ${allowed}. Futa machapisho au faili usizozihitaji tena, kisha ujaribu tena.`,
  textQuotaUnconfirmed: (allowed, confirmed) =>
    `Hakuna nafasi ya maandishi haya: maandishi na faili zako zingezidi ${allowed}. Thibitisha barua pepe yako upate ${confirmed}, kisha ujaribu tena.`,
  inUse: 'Faili moja ya ingizo hili inatumika mahali pengine.',
}
