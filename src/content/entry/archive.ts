/** The types of the archive, each with its table: what keepers confirm, and what has a history. */
export const archive = {
  artifact: 'artifacts',
  conservation: 'conservation',
  heritage: 'heritage',
  poem: 'poems',
  proverb: 'proverbs',
  vocabulary: 'vocabulary',
} as const

export type ArchiveType = keyof typeof archive
export const archiveTypes = Object.keys(archive) as ArchiveType[]

export function isArchive(type: string): type is ArchiveType {
  return Object.hasOwn(archive, type)
}

/** Made by keepers alone, and so every keeper's own. */
export function isKeepersOwn(type: string): boolean {
  return ['artifact', 'conservation', 'heritage'].includes(type)
}
