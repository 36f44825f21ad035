import type { Kind } from '#content/kind.ts'

export const kind = {
  type: 'conservation',
  table: 'conservation',
  page: '/conservation',
  list: '/culture/conservation',
  form: '/contribute/conservation',
  look: { field: 'ochre', icon: 'keep' },
  add: 'show',
  section: { href: '/culture/conservation', also: '/conservation', name: 'conservation', holds: 'conservation' },
  archive: true,
  keepersOwn: true,
  schemaOrg: 'Report',
  dublinCore: 'Text',
} as const satisfies Kind
