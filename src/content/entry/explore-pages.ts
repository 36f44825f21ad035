import { kinds } from '#content/kinds.ts'
import { looks } from '#content/media/kind.ts'
import type { PageKind } from './address.ts'
import { kindPlural } from './kind-names.ts'
import { text } from './text.ts'

export const explorePath = '/explore'

/** The pages that list one kind of entry or file. Other kinds are listed at `/explore?kind=`. */
export const explorePages: Partial<Record<PageKind | keyof typeof looks, string>> = {
  [kinds.article.type]: kinds.article.page,
  audio: looks.audio.href,
  image: looks.image.href,
  video: looks.video.href,
  [kinds.event.type]: kinds.event.page,
}

/** Returns breadcrumb links to Explore and to the page that lists one kind. */
export function exploreTrail(kind: keyof typeof explorePages) {
  return [
    { href: explorePath, label: text.explore },
    { href: explorePages[kind] ?? explorePath, label: kindPlural(kind) },
  ]
}

/**
 * Returns whether the header counts a path as part of Explore: Explore itself, these lists, people, media posts, and
 * the pages below them.
 */
export function isExplorePage(path: string): boolean {
  return [explorePath, '/people', kinds.media.page, ...Object.values(explorePages)].some(
    (page) => path === page || path.startsWith(`${page}/`),
  )
}

/** Returns the address of the list of entries that were imported together. */
export function batchPage(type: string, batch: string): string {
  return `${explorePath}?${new URLSearchParams({ kind: type, batch })}`
}

/** Returns the address of the list of entries with a topic, such as a tag, a category or a section. */
export function topicPage(topic: string): string {
  return `${explorePath}?${new URLSearchParams({ topic })}`
}
