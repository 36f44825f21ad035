import type { Field } from '#ui/field.ts'
import { text } from './text.ts'

export type SectionName = keyof typeof text.sections
export type Part = {
  href: string
  name: keyof typeof text.nav
  field: Field
  /** `also`: a shorter address of the same page. */
  children: { href: string; also?: string; name: SectionName }[]
}

/** The parts of the archive and their pages, in the order of the header (spec §2). */
export const parts: Part[] = [
  {
    href: '/language',
    name: 'language',
    field: 'maize',
    children: [
      { href: '/language/vocabulary', name: 'vocabulary' },
      { href: '/language/proverbs', name: 'proverbs' },
      { href: '/language/poems', name: 'poems' },
      { href: '/language/communication', name: 'communication' },
    ],
  },
  {
    href: '/culture',
    name: 'culture',
    field: 'ochre',
    children: [
      { href: '/culture/practices', name: 'practices' },
      { href: '/culture/artifacts', also: '/artifacts', name: 'artifacts' },
      { href: '/culture/stories', name: 'stories' },
      { href: '/culture/conservation', also: '/conservation', name: 'conservation' },
    ],
  },
  {
    href: '/social-structure',
    name: 'social',
    field: 'dusk',
    children: [{ href: '/social-structure', name: 'social-structure' }],
  },
  {
    href: '/traditions',
    name: 'traditions',
    field: 'acacia',
    children: [
      { href: '/traditions/ceremonies', name: 'ceremonies' },
      { href: '/traditions/rituals', name: 'rituals' },
      { href: '/traditions/customs', name: 'customs' },
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
  return [{ href: '/', label: text.nav.home }, ...parts.map(({ href, name }) => ({ href, label: text.nav[name] }))]
}
