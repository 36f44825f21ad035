import type { Exported } from '#content/entry/write/export.ts'
import type { Poem } from './schema.ts'

export const exported: Exported<Poem> = {
  describe: ({ original, language, poet, translation }) => ({
    text: original,
    inLanguage: language,
    author: poet,
    'dcterms:alternative': translation,
  }),
}
