import type { Words } from '#core/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  noAnswer: 'Seva haikuweza kujibu. Tafadhali jaribu tena.',
  offline: 'Seva haikufikiwa. Tafadhali angalia mtandao wako na ujaribu tena.',
  notSent: 'Faili haikuweza kutumwa. Tafadhali jaribu tena.',
}
