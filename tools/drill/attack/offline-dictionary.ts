import { type AttackRow, inWords, openTally, withinLimits } from '../attack-site.ts'

/**
 * Many members request the complete dictionary for offline use at the same time, without the cache that guests have.
 */
export const row: AttackRow = {
  name: '40 members at once download the dictionary for offline use, three times',
  required: 'search < 0.5 s',
  async run(site) {
    const members = await Promise.all(Array.from({ length: 40 }, () => site.member()))
    const tally = openTally()
    const download = async (path: string, token: string) => {
      const answer = await fetch(`${site.url}/api/vocabulary/offline${path}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      await answer.arrayBuffer()
      tally.count(answer.status)
    }
    const observed = await site.during(
      async () => {
        for (let round = 0; round < 3; round++)
          await Promise.all(members.flatMap(({ token }) => [download('', token), download('/chunk', token)]))
      },
      { paths: ['/api/vocabulary?q=ab&limit=20', '/api/search?q=drill&limit=20'] },
    )
    return { figure: `${tally.inWords()}; ${inWords(observed)}`, passed: withinLimits(observed, 500) }
  },
}
