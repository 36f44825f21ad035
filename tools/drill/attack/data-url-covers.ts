import sharp from 'sharp'
import { type AttackRow, inWords, openTally, withinLimits } from '../attack-site.ts'
import { postJson } from '../post-json.ts'

/** One member posts 290 articles at once, each with its cover as a `data:` URL. */
export const row: AttackRow = {
  name: '290 data: covers at once by one member',
  required: "another member's profile < 1 s",
  async run(site) {
    const [attacker, other] = [await site.member(), await site.member()]
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
    const picture = await sharp({ create: { width: 300, height: 225, channels: 3, background: '#a0522d', noise } })
      .jpeg()
      .toBuffer()
    const coverImage = `data:image/jpeg;base64,${picture.toString('base64')}`
    const article = { title: 'Sample title', content: '<p>Sample text</p>', category: 'Sample', coverImage }
    const tally = openTally()
    const observed = await site.during(
      async () => {
        const sent = Array.from({ length: 290 }, () => postJson(`${site.url}/api/articles`, article, attacker.token))
        for (const { status } of await Promise.all(sent)) tally.count(status)
      },
      { paths: ['/api/auth/profile'], token: other.token },
    )
    // The site asks clients to try again later if their requests would take too much memory together.
    const isExpected =
      tally.statuses().every((status) => [201, 429, 503].includes(status)) && tally.statuses().includes(201)
    return { figure: `${tally.inWords()}; ${inWords(observed)}`, passed: withinLimits(observed, 1_000) && isExpected }
  },
}
