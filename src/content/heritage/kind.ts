import type { Kind, Look, SectionPage } from '#content/kind.ts'

export const kind = {
  type: 'heritage',
  table: 'heritage',
  page: '/heritage',
  /** The page of one section, because each section has a list of its own. */
  list: '/culture/practices',
  form: '/contribute/heritage',
  look: { field: 'acacia', icon: 'people' },
  archive: true,
  keepersOwn: true,
  facets: { topic: ['section'], place: ['place'], person: ['narrator'] },
  schemaOrg: 'CreativeWork',
  dublinCore: 'Text',
  imported: true,
} as const satisfies Kind

/** The sections that an entry can belong to, each with its page and its look. */
export const sections = {
  communication: {
    href: '/language/communication',
    name: 'communication',
    holds: 'communication',
    field: 'maize',
    icon: 'word',
  },
  practice: { href: '/culture/practices', name: 'practices', holds: 'practice', field: 'ochre', icon: 'hands' },
  story: { href: '/culture/stories', name: 'stories', holds: 'story', field: 'ochre', icon: 'book' },
  'social-structure': {
    href: '/social-structure',
    name: 'social-structure',
    holds: 'social-structure',
    field: 'dusk',
    icon: 'people',
  },
  ceremony: { href: '/traditions/ceremonies', name: 'ceremonies', holds: 'ceremony', field: 'acacia', icon: 'circle' },
  ritual: { href: '/traditions/rituals', name: 'rituals', holds: 'ritual', field: 'acacia', icon: 'circle' },
  custom: { href: '/traditions/customs', name: 'customs', holds: 'custom', field: 'acacia', icon: 'hands' },
} as const satisfies Record<string, SectionPage & Look>
