import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Pakua nakala ya hifadhi',
  lead: 'Yote unayoweza kuona, pamoja na kila faili halisi, katika faili moja ya ZIP. Iko katika muundo wa BagIt, ambao hifadhi nyingine zinaweza kuuingiza. Ina pia machapisho yasiyo ya umma, kwa hiyo itunze vizuri.',
  download: 'Pakua hifadhi',
  failed: 'Imeshindwa kupakua hifadhi',
}
