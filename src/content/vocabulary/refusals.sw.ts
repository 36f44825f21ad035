import type { Words } from '#core/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  confirm: 'Ni watunzaji tu wanaoweza kuthibitisha neno.',
  hiddenWord: 'Mwangalizi ameficha neno hili, kwa hiyo haliwezi kurekodiwa sasa.',
  notYourRecording: 'Rekodi hii si yako.',
  wholeExample: 'Tafadhali andika mfano kwa lugha zote mbili.',
}
