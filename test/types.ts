import {
  buildArticle,
  buildArtifact,
  buildConservation,
  buildEvent,
  buildHeritage,
  buildMedia,
  buildPoem,
  buildProduct,
  buildProverb,
  buildWord,
} from './build.ts'

type Tested = {
  /** Its address below `/api`. */
  path: string
  /** The field that its title comes from. */
  title: string
  build: typeof buildArticle
  /** The role that its author needs. */
  role?: 'keeper' | 'seller'
}

/** All content types, for tests of what they have in common. */
export const types: Record<string, Tested> = {
  article: { path: 'articles', title: 'title', build: buildArticle },
  artifact: { path: 'artifacts', title: 'name', build: buildArtifact, role: 'keeper' },
  conservation: { path: 'conservation', title: 'title', build: buildConservation, role: 'keeper' },
  event: { path: 'events', title: 'title', build: buildEvent },
  heritage: { path: 'heritage', title: 'title', build: buildHeritage, role: 'keeper' },
  media: { path: 'media', title: 'title', build: buildMedia },
  poem: { path: 'poems', title: 'title', build: buildPoem },
  product: { path: 'products', title: 'name', build: buildProduct, role: 'seller' },
  proverb: { path: 'proverbs', title: 'original', build: buildProverb },
  vocabulary: { path: 'vocabulary', title: 'form', build: buildWord },
}
