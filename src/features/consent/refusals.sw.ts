import type { Words } from '#text/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  notYours: 'Ni mwandishi na watunzaji tu wanaoweza kuongeza idhini hapa.',
  onlyYourself: 'Andika barua pepe yako mwenyewe, au acha wazi. Ni watunzaji tu wanaoweza kumtaja mwanachama mwingine.',
  noAccount: 'Hakuna mwanachama mwenye barua pepe hii. Iangalie tena, au acha wazi.',
  unconfirmedAccount:
    'Mwanachama huyu bado hajathibitisha barua pepe yake. Mwombe afungue kwanza kiungo kwenye barua pepe yetu.',
  otherEvidence: 'Rekodi au picha hailingani na jinsi idhini ilivyotolewa. Ibadilishe au uiondoe.',
  onlyLess: 'Hapa unaweza kuondoa matumizi tu. Kwa mabadiliko mengine, waandikie watunzaji.',
}
