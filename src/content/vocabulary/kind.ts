import type { Kind } from '#content/kind.ts'

export const kind = {
  type: 'vocabulary',
  table: 'vocabulary',
  page: '/language/vocabulary',
  list: '/language/vocabulary',
  form: '/contribute/linguistics',
  look: { field: 'maize', icon: 'word' },
  section: { href: '/language/vocabulary', name: 'vocabulary', holds: 'vocabulary' },
  archive: true,
  inComposer: true,
  offline: true,
  titleInLanguage: true,
  facets: { dialect: ['dialect'] },
  schemaOrg: 'DefinedTerm',
  dublinCore: 'Text',
  imported: true,
} as const satisfies Kind
