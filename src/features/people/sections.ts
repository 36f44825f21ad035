import { kinds } from '#content/kinds.ts'

/**
 * The sections of a person's page. Recordings come first, and then larger sections; this order applies to sections of the
 * same size.
 */
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

/** The maximum number of entries that the page shows in each section. All of them are on the section's own page. */
export const shownEntries = 6
