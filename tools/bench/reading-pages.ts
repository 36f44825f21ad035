import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../../src/routes.ts'

/** Number of pages that are opened at most while looking for pages of every kind. */
const most = 400

/** Returns the address of one page of each reading route that links lead to from the home page of a running site. */
export async function readingPagesOf(site: string): Promise<string[]> {
  const [reading] = routes as RouteConfigEntry[]
  const kinds = (reading?.children ?? []).map(
    ({ path = '' }) => new RegExp(`^/${path.replace(/:\w+/g, '[0-9a-f-]{36}')}$`),
  )
  const kindOf = (path: string) => kinds.findIndex((kind) => kind.test(path))
  const found = new Map<number, string>()
  const seen = new Set(['/'])
  for (const path of seen) {
    const answer = await fetch(site + path)
    const page = await answer.text()
    if (answer.ok && !found.has(kindOf(path))) found.set(kindOf(path), path)
    const links = [...page.matchAll(/href="(\/[^"?#]*)/g)].map(([, link = '']) => link)
    for (const link of links) if (seen.size < most && kindOf(link) >= 0) seen.add(link)
  }
  return [...found.values()].map((path) => site + path)
}
