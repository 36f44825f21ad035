import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../../src/routes.ts'

/** Maximum number of pages that are opened to find one of every kind. */
const maxPages = 400

/**
 * Returns the address of one page for each reading route that can be reached by links from a running site's home page.
 */
export async function readingPagesOf(site: string): Promise<string[]> {
  const [reading] = routes as RouteConfigEntry[]
  const kinds = (reading?.children ?? []).map(
    ({ path = '' }) => new RegExp(`^/${path.replace(/:\w+/g, '[0-9a-f-]{36}')}$`),
  )
  const kindOf = (path: string) => kinds.findIndex((kind) => kind.test(path))
  const addresses = new Map<number, string>()
  const paths = new Set(['/'])
  for (const path of paths) {
    const answer = await fetch(site + path)
    const page = await answer.text()
    if (answer.ok && !addresses.has(kindOf(path))) addresses.set(kindOf(path), path)
    const links = [...page.matchAll(/href="(\/[^"?#]*)/g)].map(([, link = '']) => link)
    for (const link of links) if (paths.size < maxPages && kindOf(link) >= 0) paths.add(link)
  }
  return [...addresses.values()].map((path) => site + path)
}
