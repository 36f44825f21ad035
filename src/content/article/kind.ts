import type { Kind } from '#content/kind.ts'

export const kind = {
  type: 'article',
  table: 'articles',
  page: '/articles',
  list: '/dashboard/articles',
  form: '/contribute/articles',
  look: { field: 'ochre', icon: 'page' },
  add: 'write',
  changedInPlace: true,
  inComposer: true,
  comments: true,
  offline: true,
  facets: { topic: ['category', 'tags'], year: [] },
  schemaOrg: 'Article',
  dublinCore: 'Text',
} as const satisfies Kind
