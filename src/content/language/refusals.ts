import { catalogue } from '#text/language.ts'

export const refusals = catalogue('language/refusals', {
  inUse: 'This language has entries or dialects, so it can’t be removed.',
  ownLanguage: 'This is the language of the site. Choose another one for the site first.',
  unknownLanguage: 'This site doesn’t have this language. Ask a keeper to add it.',
  wrongGlottocode: 'This isn’t a Glottocode. Enter one such as “abcd1234”.',
  wrongIso639: 'This isn’t an ISO 639-3 code. Enter three letters, such as “eng”.',
  unknownLanguoid: 'Glottolog has no language with this code.',
})
