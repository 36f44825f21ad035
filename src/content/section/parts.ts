import { explorePath, isExplorePage } from '#content/entry/explore-pages.ts'
import { sections as heritage } from '#content/heritage/kind.ts'
import type { SectionPage } from '#content/kind.ts'
import { kinds } from '#content/kinds.ts'
import type { Field } from '#ui/field.ts'
import { text } from './text.ts'

export type SectionName = keyof typeof text.sections
export type Part = {
  href: string
  name: keyof typeof text.nav
  field: Field
  children: readonly SectionPage<SectionName>[]
}

/** The parts of the archive and their pages, in the order of the header (spec 4.1). */
export const parts: Part[] = [
  {
    href: '/language',
    name: 'language',
    field: 'maize',
    children: [kinds.vocabulary.section, kinds.proverb.section, kinds.poem.section, heritage.communication],
  },
  {
    href: '/culture',
    name: 'culture',
    field: 'ochre',
    children: [heritage.practice, kinds.artifact.section, heritage.story, kinds.conservation.section],
  },
  {
    href: '/social-structure',
    name: 'social',
    field: 'dusk',
    children: [heritage['social-structure']],
  },
  {
    href: '/traditions',
    name: 'traditions',
    field: 'acacia',
    children: [heritage.ceremony, heritage.ritual, heritage.custom],
  },
]

export function partOf(path: string): Part | undefined {
  return parts.find(
    ({ href, children }) => path === href || path.startsWith(`${href}/`) || children.some(({ also }) => path === also),
  )
}

/** Returns the `href` of the header's link that a path belongs to, or the path itself. */
export function headerLinkOf(path: string): string {
  return partOf(path)?.href ?? (isExplorePage(path) ? explorePath : path)
}

/** Returns links to the pages of the part that a path belongs to; none if it has only one page. */
export function pageLinks(path: string) {
  const pages = partOf(path)?.children ?? []
  return pages.length > 1 ? pages.map(({ href, name }) => ({ href, label: text.sections[name] })) : []
}

export function partLinks() {
  return parts.map(({ href, name }) => ({ href, label: text.nav[name] }))
}

export function headerLinks() {
  return [...partLinks(), { href: explorePath, label: text.nav.explore }, { href: '/shop', label: text.nav.shop }]
}
