import type { MetaDescriptor } from 'react-router'

/** What a page's `meta` is given, as far as its head needs it; the first match is the root, which knows the site. */
export type HeadGiven = {
  matches: readonly [{ loaderData?: { siteName: string; baseUrl: string } | undefined }, ...unknown[]]
  location: { pathname: string }
}

export type Page = {
  /** Without the site's name; the first page has none of its own. */
  title?: string | undefined
  /** Cut to what search engines show. */
  description?: string | undefined
  /** Its one address, where several lead to it. */
  path?: string
  /** A path; without one, the picture of the site. */
  picture?: string
  kind?: 'website' | 'article'
  /** schema.org, as JSON-LD. */
  schema?: Record<string, unknown> | undefined
  /** For what is not to be found by others. */
  unlisted?: boolean
}

const shown = 200

/** The head of a public page: how search engines, and whoever is sent its address, are told what it is. */
export function head({ matches, location }: HeadGiven, page: Page): MetaDescriptor[] {
  const { siteName = '', baseUrl = '' } = matches[0].loaderData ?? {}
  const { title, description = '', path = location.pathname, picture = '/og.png', kind = 'website', schema } = page
  const line = oneLine(description)
  const address = `${baseUrl}${path === '/' ? '/' : path.replace(/\/$/, '')}`
  const say = [
    { title: title ? `${title} | ${siteName}` : siteName },
    ...(line ? [{ name: 'description', content: line }] : []),
  ]
  if (page.unlisted) return [...say, { name: 'robots', content: 'noindex' }]
  const graph = {
    'og:site_name': siteName,
    'og:type': kind,
    'og:title': title ?? siteName,
    'og:description': line,
    'og:url': address,
    'og:image': `${baseUrl}${picture}`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': title ?? siteName,
  }
  return [
    ...say,
    { tagName: 'link', rel: 'canonical', href: address },
    ...Object.entries(graph).map(([property, content]) => ({ property, content })),
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(schema ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...schema } as never }] : []),
  ]
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const letters = [...line]
  return letters.length > shown
    ? `${letters
        .slice(0, shown - 1)
        .join('')
        .trimEnd()}…`
    : line
}

/** The site's own address of a page, for `meta` alone. */
export function addressIn({ matches }: Pick<HeadGiven, 'matches'>, path: string): string {
  return `${matches[0].loaderData?.baseUrl ?? ''}${path}`
}
