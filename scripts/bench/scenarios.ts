import { words } from './artificial.ts'
import { capture } from './capture.ts'
import { tagged } from './fill.ts'
import type { Plan } from './measure.ts'
import { searches } from './searches.ts'

/** What is asked of a site: the paths of its next load, in their order. */
export type Scenario = { name: string; pathsOf(url: string, plan: Plan): Promise<(seconds: number) => string[]> }

/** So many searches are at hand for each second of load; a list that is used up begins again. */
const searchesPerSecond = 3_000

export const scenarios: Scenario[] = [
  { name: 'home page', pathsOf: async () => () => ['/'] },
  {
    name: 'article page',
    async pathsOf(url) {
      const { body } = await capture(url, `/api/articles?limit=${tagged}`, {})
      const { items } = JSON.parse(body.toString()) as { items: { id: string }[] }
      const paths = items.map(({ id }) => `/articles/${id}`)
      return () => paths
    },
  },
  { name: 'GET /api/articles?limit=10', pathsOf: async () => () => ['/api/articles?limit=10'] },
  {
    name: 'vocabulary search',
    pathsOf: async (_url, plan) => searching('/api/vocabulary', plan),
  },
  {
    name: 'search of everything',
    pathsOf: async (_url, plan) => searching('/api/search', plan),
  },
]

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
