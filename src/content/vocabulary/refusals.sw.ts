import type { Words } from '#core/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  keepersAlone: 'Ni watunzaji tu wanaoweza kuliweka neno kwa ajili ya watunzaji.',
  confirm: 'Ni watunzaji tu wanaoweza kuthibitisha neno.',
  narrowed: 'Mtunzaji amepunguza wanaoweza kuona neno hili. Tafadhali waandikie watunzaji.',
  hide: 'Ni waangalizi tu wanaoweza kuficha ingizo.',
  hiddenWord: 'Mwangalizi ameficha neno hili, kwa hiyo haliwezi kurekodiwa sasa.',
  notYourRecording: 'Rekodi hii si yako.',
}
