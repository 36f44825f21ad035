import { words } from './artificial.ts'
import { capture } from './capture.ts'
import { tagged } from './fill.ts'
import type { Plan } from './measure.ts'
import { searches } from './searches.ts'

/**
 * What is asked of a site: the paths of its next load, in their order. `signedIn`: by a member, whom memory never
 * answers. `wanted`: at least so much of the bare server, at most so many ms and so much growth.
 */
export type Scenario = {
  name: string
  signedIn?: true
  wanted: { ofBare?: number; p99?: number; growth?: number }
  pathsOf(url: string, plan: Plan): Promise<(seconds: number) => string[]>
}

const page = { ofBare: 0.6 }
const quick = { p99: 25, growth: 1.3 }

/** So many searches are at hand for each second of load; a list that is used up begins again. */
const searchesPerSecond = 3_000

export const scenarios: Scenario[] = [
  { name: 'home page', wanted: page, pathsOf: always('/') },
  { name: 'a section page', wanted: page, pathsOf: always('/language/vocabulary') },
  { name: 'article page', wanted: page, pathsOf: articles((id) => `/articles/${id}`) },
  { name: 'GET /api/articles?limit=10', wanted: quick, pathsOf: always('/api/articles?limit=10') },
  // A search is never kept, even one for nothing.
  { name: 'the same, uncached', wanted: { ofBare: 0.05 }, pathsOf: always('/api/articles?limit=10&q=') },
  { name: 'the same, by a member', signedIn: true, wanted: {}, pathsOf: always('/api/articles?limit=10') },
  {
    name: 'GET /api/articles/{id}, uncached',
    wanted: { ofBare: 0.08 },
    pathsOf: articles((id) => `/api/articles/${id}`),
  },
  {
    name: 'the same, by a member',
    signedIn: true,
    wanted: {},
    pathsOf: articles((id) => `/api/articles/${id}`),
  },
  { name: 'vocabulary search', wanted: quick, pathsOf: async (_url, plan) => searching('/api/vocabulary', plan) },
  { name: 'search of everything', wanted: quick, pathsOf: async (_url, plan) => searching('/api/search', plan) },
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

/** Searches of one address, none of them twice until all have been. */
function searching(address: string, plan: Plan) {
  const inAll = plan.rounds * plan.seconds + plan.warmUpSeconds
  // Of the words that the smaller site holds too.
  const all = searches(words(plan.words / 10), searchesPerSecond * inAll)
  const paths = all.map((q) => `${address}?limit=10&q=${encodeURIComponent(q)}`)
  return (seconds: number) => {
    const next = paths.splice(0, searchesPerSecond * seconds)
    paths.push(...next)
    return next
  }
}
