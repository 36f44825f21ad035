import type { Field } from '#ui/field.ts'
import { text } from './text.ts'

export type SectionName = keyof typeof text.sections
export type Part = {
  href: string
  name: keyof typeof text.nav
  field: Field
  /** `also`: a shorter address of the same page; `holds`: a type, or a section of heritage. */
  children: { href: string; also?: string; name: SectionName; holds: string }[]
}

/** The parts of the archive and their pages, in the order of the header (spec §2). */
export const parts: Part[] = [
  {
    href: '/language',
    name: 'language',
    field: 'maize',
    children: [
      { href: '/language/vocabulary', name: 'vocabulary', holds: 'vocabulary' },
      { href: '/language/proverbs', name: 'proverbs', holds: 'proverb' },
      { href: '/language/poems', name: 'poems', holds: 'poem' },
      { href: '/language/communication', name: 'communication', holds: 'communication' },
    ],
  },
  {
    href: '/culture',
    name: 'culture',
    field: 'ochre',
    children: [
      { href: '/culture/practices', name: 'practices', holds: 'practice' },
      { href: '/culture/artifacts', also: '/artifacts', name: 'artifacts', holds: 'artifact' },
      { href: '/culture/stories', name: 'stories', holds: 'story' },
      { href: '/culture/conservation', also: '/conservation', name: 'conservation', holds: 'conservation' },
    ],
  },
  {
    href: '/social-structure',
    name: 'social',
    field: 'dusk',
    children: [{ href: '/social-structure', name: 'social-structure', holds: 'social-structure' }],
  },
  {
    href: '/traditions',
    name: 'traditions',
    field: 'acacia',
    children: [
      { href: '/traditions/ceremonies', name: 'ceremonies', holds: 'ceremony' },
      { href: '/traditions/rituals', name: 'rituals', holds: 'ritual' },
      { href: '/traditions/customs', name: 'customs', holds: 'custom' },
    ],
  },
]

/** The part that a path belongs to. */
export function partOf(path: string): Part | undefined {
  return parts.find(
    ({ href, children }) => path === href || path.startsWith(`${href}/`) || children.some(({ also }) => path === also),
  )
}

/** The links of the public header. */
export function headerLinks() {
  return [
    { href: '/', label: text.nav.home },
    ...parts.map(({ href, name }) => ({ href, label: text.nav[name] })),
    { href: '/shop', label: text.nav.shop },
  ]
}
