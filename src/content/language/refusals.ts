import { catalogue } from '#text/language.ts'

/** Refusals of the server about languages. */
export const refusals = catalogue('language/refusals', {
  inUse: 'There are entries in this language, so it can’t be removed.',
  ownLanguage: 'This is the language of the site. Choose another one for the site first.',
  unknownLanguage: 'This site doesn’t have this language. Ask a keeper to add it.',
  wrongGlottocode: 'This isn’t a Glottocode. One looks like “abcd1234”.',
  wrongIso639: 'This isn’t a code of ISO 639-3. One has three letters.',
  unknownLanguoid: 'Glottolog has no language with this code.',
})
