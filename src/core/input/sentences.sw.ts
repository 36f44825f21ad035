import type { Words } from '#text/language.ts'
import type { sentences as english } from './sentences.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const sentences: Words<typeof english> = {
  needed: 'Sehemu hii inahitajika.',
  tooShort: (min) => `Tafadhali andika angalau herufi ${min}.`,
  tooLong: (max) => `Tafadhali usizidishe herufi ${max}.`,
  tooMany: (max) => `Tafadhali usizidishe vitu ${max}.`,
  choose: (options) => `Chagua mojawapo ya hivi: ${options}.`,
  number: 'Tafadhali andika nambari.',
  wholeNumber: 'Tafadhali andika nambari nzima.',
  atLeast: (min) => `Tafadhali andika ${min} au zaidi.`,
  atMost: (max) => `Tafadhali andika ${max} au chini yake.`,
  unusable: 'Muundo huu hauwezi kutumiwa na tovuti.',
  hidden: 'Tafadhali ondoa herufi zilizofichwa.',
  emptyFile: 'Faili haina kitu.',
  email: 'Tafadhali andika anwani nzima, yenye @.',
  emailDots: 'Angalia nukta za anwani hii: kuna moja ya ziada.',
  lookalikes: 'Tafadhali andika anwani hii bila herufi zilizofichwa na bila kuchanganya herufi za alfabeti nyingine.',
  phone: 'Tafadhali andika nambari ya simu.',
  https: 'Tafadhali andika anwani inayoanza na https://.',
  colour: 'Chagua rangi.',
  date: 'Tafadhali andika tarehe.',
  transcript: 'Andika unukuzi au tafsiri.',
  nameWithLink: 'Andika jina lisilo na anwani ya tovuti, < wala >.',
  oneLine: 'Tafadhali andika hii katika mstari mmoja.',
  richTextTooLong: (thousand) => `Maandishi haya ni marefu mno. Yasizidi herufi ${thousand},000.`,
  tooManyTags: 'Maandishi haya yana mapambo mengi mno. Ondoa baadhi yake kisha ujaribu tena.',
}
