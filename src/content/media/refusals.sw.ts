import type { Words } from '#core/language.ts'
import type { refusals as english } from './refusals.ts'

const kinds = { image: 'picha', video: 'video', audio: 'sauti' } as const

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  kinds: 'Tafadhali chagua picha (JPEG, PNG, WebP, GIF, AVIF, HEIC), video au sauti iliyorekodiwa.',
  choose: (wanted) => `Tafadhali chagua ${wanted.map((kind) => kinds[kind]).join(' au ')}.`,
  otherKind: (is, said) => `Faili hii ni ${kinds[is]}, si ${kinds[said]}.`,
  tooLarge: (most) => `Tafadhali chagua faili isiyozidi ${most}.`,
  tooManyPixels: 'Tafadhali chagua picha isiyozidi megapikseli 100.',
  unseen:
    'Ni wewe na watunzaji tu mtakaoona picha hii (HEIC): simu nyingi haziwezi kuionyesha. Tafadhali ichague kama JPEG. Katika mipangilio ya kamera yako hiyo ni “Most compatible”; picha ya skrini yake inatosha pia.',
  damaged: 'Picha hii imeharibika: tafadhali chagua nyingine.',
  empty: 'Faili haina kitu.',
  broken: 'Mtandao ulikatika kabla faili haijafika.',
  incomplete: 'Faili haikufika yote.',
  incompleteAgain: 'Faili haikufika yote. Tafadhali ipakie tena.',
  unfinished: 'Faili hii bado haijamaliza kupakiwa.',
  unreadable: 'Faili haikuweza kusomwa.',
  sentAlready: 'Faili hii imeshatumwa.',
  badAddress: 'Anwani hii ya kupakia si sahihi, au muda wake umepita. Tafadhali omba mpya.',
  notUploaded: 'Tafadhali chagua faili uliyoipakia.',
  gone: 'Faili hii haipo tena, au ni ya mahali pengine. Tafadhali ichague tena.',
  isPhoto: 'Hii ni picha ya wasifu wako. Tafadhali ipakie mara nyingine kwa ajili ya hili.',
  notYourTranscript: 'Huu si unukuzi wako.',
  withdrawn:
    'Watu waliomo katika faili hii wameondoa idhini yao, kwa hiyo haihifadhiwi hapa. Tafadhali chagua nyingine.',
  inUse: 'Faili moja ya ingizo hili inatumika mahali pengine.',
}
