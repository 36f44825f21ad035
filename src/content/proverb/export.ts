import type { Exported } from '#content/entry/write/export.ts'
import type { Proverb } from './schema.ts'

export const exported: Exported<Proverb> = {
  describe: ({ original, language, meaning, translation }) => ({
    text: original,
    inLanguage: language,
    abstract: meaning,
    'dcterms:alternative': translation,
  }),
}
