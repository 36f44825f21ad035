import type { Kind } from '#content/kind.ts'

export const kind = {
  type: 'proverb',
  table: 'proverbs',
  page: '/language/proverbs',
  list: '/language/proverbs',
  form: '/contribute/proverbs',
  look: { field: 'maize', icon: 'quotes' },
  add: 'say',
  section: { href: '/language/proverbs', name: 'proverbs', holds: 'proverb' },
  archive: true,
  titleInLanguage: true,
  schemaOrg: 'Quotation',
  genre: 'Proverb',
  dublinCore: 'Text',
  imported: true,
} as const satisfies Kind
