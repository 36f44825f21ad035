import type { Exported } from '#content/entry/write/export.ts'
import { concepticonPage, conceptsOf } from '#text/concepts.ts'
import { shownIpa } from '#text/ipa.ts'
import type { Word } from './schema.ts'

export const exported: Exported<Word> = {
  describe: (word, address) => ({
    description: word.meaning,
    inLanguage: word.language,
    alternateName: word.ipa && shownIpa(word.ipa),
    'dcterms:type': word.partOfSpeech,
    'dcterms:spatial': word.dialect,
    'dcterms:description': [
      { '@value': word.english, '@language': 'en' },
      ...(word.swahili ? [{ '@value': word.swahili, '@language': 'sw' }] : []),
    ],
    audio: address(word.pronunciation),
    image: address(word.picture),
    source: word.source?.citation,
    license: word.source?.licence,
    'dcterms:contributor': word.contributor,
    'dcterms:subject': conceptsOf(word).map(({ name, id, gloss }) => ({
      '@id': concepticonPage(id),
      '@type': 'DefinedTerm',
      name: name || word.english,
      alternateName: gloss || undefined,
      termCode: id || undefined,
    })),
  }),
}
