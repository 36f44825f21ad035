import type { Kind } from '#content/kind.ts'

export const kind = {
  type: 'artifact',
  table: 'artifacts',
  page: '/artifacts',
  list: '/culture/artifacts',
  form: '/contribute/artifacts',
  look: { field: 'ochre', icon: 'pot' },
  add: 'show',
  section: { href: '/culture/artifacts', also: '/artifacts', name: 'artifacts', holds: 'artifact' },
  archive: true,
  keepersOwn: true,
  namesAreTitles: true,
  facets: { topic: ['materials'], place: ['held_at'], person: ['maker'] },
  schemaOrg: 'ArchiveComponent',
  dublinCore: 'PhysicalObject',
} as const satisfies Kind
