import { kinds } from '#content/kinds.ts'

/** The parts of a person's page, in the order in which equally full ones are shown. */
export const sections = ['recordings', 'products', 'writing', 'pictures', 'words', 'artifacts', 'events'] as const
export type SectionName = (typeof sections)[number]

/** The section of each type; other types belong to `writing`, and media depend on their file. */
export const sectionOfType = {
  [kinds.product.type]: 'products',
  [kinds.vocabulary.type]: 'words',
  [kinds.proverb.type]: 'words',
  [kinds.artifact.type]: 'artifacts',
  [kinds.conservation.type]: 'artifacts',
  [kinds.event.type]: 'events',
} as const satisfies Record<string, SectionName>

/** How many entries of each section the page shows. The others are on the section's own page. */
export const shownEntries = 6
