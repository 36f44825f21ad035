import type { Words } from './language.ts'
import type { sentences as english } from './sentences.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const sentences: Words<typeof english> = {
  needed: 'Hii inahitajika.',
  tooShort: (min) => `Tafadhali andika angalau herufi ${min}.`,
  tooLong: (max) => `Tafadhali usizidishe herufi ${max}.`,
  tooMany: (max) => `Tafadhali usizidishe vitu ${max}.`,
  hidden: 'Tafadhali ondoa herufi zilizofichwa.',
  emptyFile: 'Faili haina kitu.',
  email: 'Tafadhali andika anwani nzima, yenye @.',
  lookalikes: 'Tafadhali andika anwani hii bila kuchanganya herufi za alfabeti nyingine.',
  phone: 'Tafadhali andika nambari ya simu.',
  https: 'Tafadhali andika anwani inayoanza na https://.',
  date: 'Tafadhali andika tarehe.',
  transcript: 'Tafadhali andika kinachosemwa, au kitafsiri.',
  oneLine: 'Tafadhali andika hii katika mstari mmoja.',
}
