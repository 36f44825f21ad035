import type { Words } from '#text/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  answered: 'Kiungo hiki tayari kimetumika.',
  askAgain: 'Rekodi nyingi mno zimetumwa kwa kiungo hiki. Omba kipya.',
  confirm: 'Ni watunzaji tu wanaoweza kuthibitisha neno.',
  halfExample: 'Mfano umeachwa, kwa sababu lugha moja kati ya mbili haipo.',
  hiddenWord: 'Mwangalizi ameficha neno hili, kwa hiyo haliwezi kurekodiwa sasa.',
  longGloss: 'Tafsiri imefupishwa. Maandishi yote yako kwenye maana.',
  letterTwice: (letter) =>
    `“${letter}” iko mara mbili katika orodha. Herufi kubwa na ndogo ni sawa: tafadhali ondoa moja.`,
  lettersChanged: 'Mtu amebadilisha herufi tangu ulipozifungua. Tafadhali ziangalie tena; hakuna kilichopotea.',
  noLetter: (letter) => `“${letter}” si herufi: tafadhali iandike kwa herufi, alama na apostrofi pekee.`,
  notForEveryone: 'Ni maneno yanayoonekana na kila mtu tu yanayoweza kutumwa kwa mtu asiye na akaunti.',
  notYourRecording: 'Rekodi hii si yako.',
  wholeExample: 'Tafadhali andika mfano kwa lugha zote mbili.',
}
