import type { MetaDescriptor } from 'react-router'
import { truncate } from '#text/truncate.ts'

/** Arguments of a page's `meta` that its head needs. The first match is the root, which has the site's settings. */
export type HeadGiven = {
  matches: readonly [{ loaderData?: { siteName: string; baseUrl: string } | undefined }, ...unknown[]]
  location: { pathname: string }
}

export type Page = {
  /** The title without the site's name. The home page has no title of its own. */
  title?: string | undefined
  /** Truncated to the length that search engines show. */
  description?: string | undefined
  /** The canonical path, if several paths lead to the page. */
  path?: string
  /** Path of the preview picture; the site's own by default. */
  picture?: string
  /** True if the page shows one entry. */
  isEntry?: boolean
  /** schema.org data as JSON-LD. */
  schema?: Record<string, unknown> | undefined
  /** Keeps the page out of search engines. */
  unlisted?: boolean
}

const maxDescription = 200

/** Returns a public page's head: title, description and previews for search engines and shared links. */
export function head({ matches, location }: HeadGiven, page: Page): MetaDescriptor[] {
  const { siteName = '', baseUrl = '' } = matches[0].loaderData ?? {}
  const { title, description = '', path = location.pathname, picture = '/og.png', isEntry, schema } = page
  const line = oneLine(description)
  const address = `${baseUrl}${path === '/' ? '/' : path.replace(/\/$/, '')}`
  const basics = [
    { title: title ? `${title} | ${siteName}` : siteName },
    ...(line ? [{ name: 'description', content: line }] : []),
  ]
  if (page.unlisted) return [...basics, { name: 'robots', content: 'noindex' }]
  const graph = {
    'og:site_name': siteName,
    'og:type': isEntry ? 'article' : 'website',
    'og:title': title ?? siteName,
    'og:description': line,
    'og:url': address,
    'og:image': `${baseUrl}${picture}`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': title ?? siteName,
  }
  return [
    ...basics,
    { tagName: 'link', rel: 'canonical', href: address },
    ...Object.entries(graph).map(([property, content]) => ({ property, content })),
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(schema ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...schema } as never }] : []),
  ]
}

function oneLine(text: string): string {
  return truncate(text.replace(/\s+/g, ' '), maxDescription)
}

/** Returns the absolute address of a page, for `meta`. */
export function addressIn({ matches }: Pick<HeadGiven, 'matches'>, path: string): string {
  return `${matches[0].loaderData?.baseUrl ?? ''}${path}`
}

/** Returns the `meta` of a public page that needs nothing from its loader. */
export function headed(page: () => Page) {
  return (args: HeadGiven) => head(args, page())
}

/** Returns the `meta` of a dashboard page: only its title, because search engines never see it. */
export function titled(title: () => string) {
  return ({ matches }: Pick<HeadGiven, 'matches'>) => [{ title: `${title()} | ${matches[0].loaderData?.siteName}` }]
}
