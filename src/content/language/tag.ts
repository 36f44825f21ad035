import type { Language } from './schema.ts'

/** The name of a language or dialect, and its codes if they are known. */
export type Named = { name: string; iso639_3?: string | null; glottocode?: string | null }

/**
 * Returns a language tag (BCP 47) that is not `taken`: the ISO 639-3 code if it is free. Otherwise the tag begins with
 * that code, the code of the dialect's language or `mis` (uncoded), and has the Glottocode or name in a private part.
 */
export function newTag({ name, iso639_3, glottocode }: Named, taken: (tag: string) => boolean, parent?: Language) {
  if (iso639_3 && !taken(iso639_3)) return iso639_3
  const start = `${iso639_3 ?? parent?.iso639_3 ?? 'mis'}-x-`
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
  const end = glottocode ?? (plain.slice(0, 8) || 'other')
  for (let at = 1; ; at++) {
    const tag = start + (at === 1 ? end : `${end}-${at}`)
    if (!taken(tag)) return tag
  }
}
