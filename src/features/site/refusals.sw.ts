import type { Words } from '#text/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  changed: 'Msimamizi mwingine amebadilisha tovuti tangu ulipofungua ukurasa huu. Upakie upya uone mabadiliko yake.',
  colours: 'Rangi nyingine zingekuwa ngumu kusomeka.',
  picture: 'Ondoa picha. Maandishi haya hayawezi kuwa na picha.',
  unreadable: 'Picha hii haikuweza kusomwa. Chagua picha ya JPEG, PNG au WebP.',
}
