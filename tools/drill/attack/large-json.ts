import { Agent, request } from 'node:http'
import { type AttackRow, inWords, withinLimits } from '../attack-site.ts'

const attackMs = 5_000

/**
 * Keeps connections open like a browser. Otherwise the server would close them after its answer, in the middle of the
 * body.
 */
const agent = new Agent({ keepAlive: true, maxSockets: 8 })

const hostile = (megabytes: number) => Buffer.from(`{"x":[${'{},'.repeat((megabytes * 1024 * 1024) / 3)}{}]}`)

/** Guests send JSON that takes many times its size in memory when it is parsed. */
export const row: AttackRow = {
  name: '11 MB JSON `{"x":[{},{},…]}` by a guest; 8 × 2 MB at `/auth/login`',
  required: '413 or 401; memory < 400 MB; others answered < 0.5 s',
  async run(site) {
    const [large, login] = [hostile(11), hostile(2)]
    const statuses: number[] = []
    const observed = await site.during(
      async () => {
        // Each request is refused within milliseconds, so this is repeated long enough for others to notice.
        for (const end = Date.now() + attackMs; Date.now() < end; ) {
          for (let turn = 0; turn < 3; turn++) statuses.push(await send(`${site.url}/api/articles`, large))
          const logins = Array.from({ length: 8 }, () => send(`${site.url}/auth/login`, login))
          statuses.push(...(await Promise.all(logins)))
        }
      },
      { paths: ['/', '/api/vocabulary?q=ab&limit=20', '/api/articles?limit=10'] },
    )
    const refused = statuses.filter((status) => status === 413 || status === 401).length
    const cut = statuses.filter((status) => status === 0).length
    return {
      figure: `${refused} × 401 or 413, ${cut} cut off while sending; ${inWords(observed)}`,
      passed: withinLimits(observed, 500, 400) && refused > 0 && refused + cut === statuses.length,
    }
  },
}

/** Returns the status; 0 if the connection was closed before the complete body was sent. */
function send(url: string, body: Buffer): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length },
      agent,
    })
    sent.on('response', (answer) => {
      resolve(answer.statusCode ?? 0)
      answer.resume()
    })
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
}
