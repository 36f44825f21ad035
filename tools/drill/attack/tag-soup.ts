import { type AttackRow, inWords, withinLimits } from '../attack-site.ts'
import { post } from '../post.ts'

/** A member posts text that takes long to clean. */
export const row: AttackRow = {
  name: 'five articles at once, each of 1 MB of `<`, then of 490,000 characters that are hard to clean',
  required: 'others < 0.5 s; event loop < 100 ms',
  async run(site) {
    const { token } = await site.member()
    const article = (content: string) => ({ title: 'Drill', category: 'Culture', visibility: 'members', content })
    const statuses = new Set<number>()
    const send = async (content: string) => {
      const answers = Array.from({ length: 5 }, () => post(site.url, '/api/articles', token, article(content)))
      for (const { status } of await Promise.all(answers)) statuses.add(status)
    }
    const observed = await site.during(
      async () => {
        await send('<'.repeat(1024 * 1024))
        for (const piece of ['<', '<b><i>', `<b><i>${'x'.repeat(50)}`, '&', '\ufdfa'])
          await send(`x${piece.repeat(490_000 / piece.length)}`)
      },
      { paths: ['/', '/api/vocabulary?q=ab&limit=20', '/api/articles?limit=10'] },
    )
    return {
      figure: `${[...statuses].join(', ')}; ${inWords(observed)}`,
      passed: withinLimits(observed, 500) && observed.delay < 100,
    }
  },
}
