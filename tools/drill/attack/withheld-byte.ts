import { type AttackRow, type AttackSite, inWords, withinLimits } from '../attack-site.ts'
import { openRequest } from '../slow-request.ts'

const size = Math.floor(13.9 * 1024 * 1024)

/** Guests, then members, announce a large body, send all but its last byte, and wait. */
export const row: AttackRow = {
  name: '40 guests withhold the last byte of 13.9 MB; then 40 members',
  required: 'cut after 30 s of silence; memory < 400 MB',
  async run(site) {
    const members = await Promise.all(Array.from({ length: 40 }, () => site.member()))
    let longest = 0
    const observed = await site.during(
      async () => {
        longest = await hold(
          site,
          members.map(() => undefined),
        )
        longest = Math.max(
          longest,
          await hold(
            site,
            members.map(({ token }) => token),
          ),
        )
      },
      { paths: ['/', '/api/vocabulary?q=ab&limit=20', '/api/articles?limit=10'] },
    )
    return {
      figure: `cut after ${longest.toFixed(0)} s at most; ${inWords(observed)}`,
      // Requests may wait up to 10 s before the first byte is read.
      passed: withinLimits(observed, 500, 400) && longest < 45,
    }
  },
}

/** Sends one request for each token and returns the seconds until the last was cut off. */
async function hold(site: AttackSite, tokens: (string | undefined)[]): Promise<number> {
  const piece = Buffer.alloc(64 * 1024, 'x')
  const began = performance.now()
  await Promise.all(
    tokens.map(async (token) => {
      const sent = openRequest(`${site.url}/api/articles`, size, token)
      sent.write('{"title":"')
      for (let left = size - 11; left > 0 && !sent.ended; left -= piece.length)
        await sent.write(piece.subarray(0, Math.min(left, piece.length)))
      await sent.closed
    }),
  )
  return (performance.now() - began) / 1000
}
