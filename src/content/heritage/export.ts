import type { Exported } from '#content/entry/write/export.ts'
import type { FullHeritage } from './schema.ts'

export const exported: Exported<FullHeritage> = {
  describe: (entry, address) => ({
    genre: entry.section,
    abstract: entry.summary,
    text: entry.body,
    contentLocation: entry.place,
    contributor: entry.narrator,
    image: address(entry.cover),
  }),
}
