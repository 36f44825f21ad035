import { words } from './artificial.ts'
import { capture } from './capture.ts'
import { tagged } from './fill.ts'
import type { Plan } from './measure.ts'
import { searches } from './searches.ts'

/**
 * A kind of load. `pathsOf` returns a function that returns the paths of the next run, in order. `signedIn`: a member
 * requests them and is never answered from the cache. `limits`: minimum share of the bare server's speed, maximum ms
 * and maximum growth.
 */
export type Scenario = {
  name: string
  signedIn?: true
  limits: { ofBare?: number; p99?: number; growth?: number }
  pathsOf(url: string, plan: Plan): Promise<(seconds: number) => string[]>
}

const page = { ofBare: 0.6 }
const quick = { p99: 25, growth: 1.3 }

/** Number of searches that are prepared for each second of load. They are repeated when all have been used. */
const searchesPerSecond = 3_000

export const scenarios: Scenario[] = [
  { name: 'home page', limits: page, pathsOf: always('/') },
  { name: 'a section page', limits: page, pathsOf: always('/language/vocabulary') },
  { name: 'article page', limits: page, pathsOf: articles((id) => `/articles/${id}`) },
  { name: 'GET /api/articles?limit=10', limits: quick, pathsOf: always('/api/articles?limit=10') },
  // Searches are never cached, even empty ones.
  { name: 'the same, uncached', limits: { ofBare: 0.05 }, pathsOf: always('/api/articles?limit=10&q=') },
  { name: 'the same, by a member', signedIn: true, limits: {}, pathsOf: always('/api/articles?limit=10') },
  {
    name: 'GET /api/articles/{id}, uncached',
    limits: { ofBare: 0.08 },
    pathsOf: articles((id) => `/api/articles/${id}`),
  },
  {
    name: 'the same, by a member',
    signedIn: true,
    limits: {},
    pathsOf: articles((id) => `/api/articles/${id}`),
  },
  {
    name: 'GET /api/explore?limit=24, by a member',
    signedIn: true,
    limits: quick,
    pathsOf: always('/api/explore?limit=24'),
  },
  {
    name: 'the same, one kind and topic',
    signedIn: true,
    limits: quick,
    pathsOf: always('/api/explore?limit=24&kind=article&topic=culture'),
  },
  {
    name: 'GET /api/explore/facets, by a member',
    signedIn: true,
    limits: quick,
    pathsOf: always('/api/explore/facets'),
  },
  { name: 'vocabulary search', limits: quick, pathsOf: async (_url, plan) => searching('/api/vocabulary', plan) },
  { name: 'search of everything', limits: quick, pathsOf: async (_url, plan) => searching('/api/search', plan) },
]

function always(path: string): Scenario['pathsOf'] {
  return async () => () => [path]
}

function articles(address: (id: string) => string): Scenario['pathsOf'] {
  return async (url) => {
    const { body } = await capture(url, `/api/articles?limit=${tagged}`, {})
    const { items } = JSON.parse(body.toString()) as { items: { id: string }[] }
    const paths = items.map(({ id }) => address(id))
    return () => paths
  }
}

/** Returns a function that returns the next searches at an address. No search is repeated until all have been used. */
function searching(address: string, plan: Plan) {
  const totalSeconds = plan.rounds * plan.seconds + plan.warmUpSeconds
  // The smaller site contains these words, too.
  const all = searches(words(plan.words / 10), searchesPerSecond * totalSeconds)
  const paths = all.map((q) => `${address}?limit=10&q=${encodeURIComponent(q)}`)
  return (seconds: number) => {
    const next = paths.splice(0, searchesPerSecond * seconds)
    paths.push(...next)
    return next
  }
}
