import { hasRole } from '#core/permission.ts'

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
function isKeepersOwn(type: string): boolean {
  return ['artifact', 'conservation', 'heritage'].includes(type)
}

/** Whether the viewer links an entry to others: keepers what is in the archive, authors their own. */
export function mayLink(
  viewer: { id: string; roles: readonly string[] } | null,
  { type, author }: { type: string; author: { id: string } | null },
): boolean {
  if (!viewer || hasRole(viewer, 'admin')) return viewer !== null
  if (isArchive(type) && hasRole(viewer, 'keeper')) return true
  return author?.id === viewer.id && !isKeepersOwn(type) && (type !== 'product' || hasRole(viewer, 'seller'))
}

/** Whether its page offers the viewer its form: who links it changes it, and moderators hide it there. */
export function mayChange(...asked: Parameters<typeof mayLink>): boolean {
  return mayLink(...asked) || hasRole(asked[0], 'moderator')
}
