import type { Kind } from '#content/kind.ts'

export const kind = {
  type: 'poem',
  table: 'poems',
  page: '/language/poems',
  list: '/language/poems',
  form: '/contribute/poems',
  look: { field: 'maize', icon: 'verse' },
  add: 'say',
  section: { href: '/language/poems', name: 'poems', holds: 'poem' },
  archive: true,
  offline: true,
  facets: { person: ['poet'] },
  schemaOrg: 'CreativeWork',
  genre: 'Poetry',
  dublinCore: 'Text',
  imported: true,
} as const satisfies Kind
