import type { Words } from '#core/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  notYours: 'Ni mwandishi wake na watunzaji tu wanaoandika idhini hapa.',
  onlyYourself: 'Tafadhali andika anwani yako mwenyewe, au usiandike: ni watunzaji tu wanaomtaja mwanachama mwingine.',
  noAccount: 'Hakuna mwanachama mwenye anwani hii. Tafadhali ihakiki, au uiache tupu.',
  otherEvidence: 'Tafadhali ongeza rekodi au picha inayoendana nayo sasa, au ondoa ya zamani.',
  onlyLess: 'Unaweza kuondoa matumizi uliyokubali. Kwa jambo lingine tafadhali waandikie watunzaji.',
}
