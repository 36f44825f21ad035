import type { Words } from '#text/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  inUse: 'Lugha hii ina maandishi au lahaja, kwa hiyo haiwezi kuondolewa.',
  ownLanguage: 'Hii ni lugha ya tovuti. Chagua kwanza lugha nyingine kwa tovuti.',
  unknownLanguage: 'Tovuti hii haina lugha hii. Mwombe mtunzaji aiongeze.',
  wrongGlottocode: 'Hii si Glottocode. Andika moja, kwa mfano “abcd1234”.',
  wrongIso639: 'Huu si msimbo wa ISO 639-3. Andika herufi tatu, kwa mfano “eng”.',
  unknownLanguoid: 'Glottolog haina lugha yenye msimbo huu.',
}
