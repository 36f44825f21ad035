import type { Words } from '#text/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  noCodeForAdmins: 'Wasimamizi hawawezi kupewa msimbo. Wanaweza kuweka nenosiri jipya kwa barua pepe.',
  disabled: 'Akaunti hii imezimwa. Iwashe kwanza.',
  noSecondFactor: 'Mwanachama huyu hatumii uthibitishaji wa hatua mbili.',
  ownFactor: 'Zima uthibitishaji wako wa hatua mbili kwenye Mipangilio.',
}
