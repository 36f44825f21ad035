import type { Words } from '#core/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  noCodeForAdmins: 'Nenosiri la msimamizi hubadilishwa kwa barua pepe tu.',
  disabled: 'Akaunti hii imezimwa.',
  sayWhy: 'Tafadhali taja sababu.',
  memberReadsIt: 'Mwanachama ataisoma anapoingia.',
}
