import { type AttackRow, inWords, openTally, withinLimits } from '../attack-site.ts'
import { article, post } from '../post.ts'

const files = ['everything.jsonld', 'vocabulary.zip', 'vocabulary.csv', 'article.csv']

/** Guests repeatedly download all public exports. */
export const row: AttackRow = {
  name: '40 exports at once by guests, three times, each time followed by a new post',
  required: 'search < 0.5 s',
  async run(site) {
    const { token } = await site.member()
    const tally = openTally()
    const download = async (at: number) => {
      const answer = await fetch(`${site.url}/export/${files[at % files.length]}`)
      await answer.arrayBuffer()
      tally.count(answer.status)
    }
    const observed = await site.during(
      async () => {
        for (let round = 0; round < 3; round++) {
          await Promise.all(Array.from({ length: 40 }, (_, at) => download(at)))
          // A new post invalidates every export.
          await post(site.url, '/api/articles', token, article('Drill'))
        }
      },
      { paths: ['/api/vocabulary?q=ab&limit=20', '/api/search?q=drill&limit=20', '/api/vocabulary?q=tion&limit=20'] },
    )
    return { figure: `${tally.inWords()}; ${inWords(observed)}`, passed: withinLimits(observed, 500) }
  },
}
