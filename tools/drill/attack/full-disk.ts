import { type AttackRow, inWords, withinLimits } from '../attack-site.ts'
import { postJson } from '../post-json.ts'

const MB = 1024 * 1024
const fileSize = 9 * MB

/** One account with an unconfirmed email uploads files, several at a time, until it is refused. */
export const row: AttackRow = {
  name: 'one account with an unconfirmed email uploads until it is refused',
  required: 'quota; the database keeps its reserve',
  async run(site) {
    const [attacker, other] = [await site.member({ confirmed: false }), await site.member()]
    let stored = 0
    const codes = new Set<string>()
    const observed = await site.during(
      async () => {
        const upload = async () => {
          for (let times = 0; times < 20; times++) {
            const created = await postJson(
              `${site.url}/api/uploads`,
              { filename: 'a.mp3', contentType: 'audio/mpeg' },
              attacker.token,
            )
            if (created.status !== 200) {
              codes.add(`${created.status} ${created.body.code}`)
              return
            }
            const sent = await fetch(String(created.body.uploadUrl), { method: 'PUT', body: noise() })
            if (sent.status === 200) stored += fileSize
            else codes.add(`${sent.status} ${((await sent.json()) as { code: string }).code}`)
            if (sent.status !== 200) return
          }
        }
        await Promise.all(Array.from({ length: 8 }, upload))
      },
      { paths: ['/api/auth/profile'], token: other.token },
    )
    const article = { title: 'Sample title', content: '<p>Sample text</p>', category: 'Sample' }
    const written = await postJson(`${site.url}/api/articles`, article, other.token)
    const refusals = [...codes].join(', ')
    return {
      figure: `${Math.round(stored / MB)} MB stored, then ${refusals}; other member: ${written.status}; ${inWords(observed)}`,
      passed: withinLimits(observed, 2_000) && stored <= 50 * MB && refusals === '413 quota' && written.status === 201,
    }
  },
}

/** Returns bytes that look like an MP3. */
function noise(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fileSize)
  for (let at = 0; at + 4 <= bytes.length; at += 417) bytes.set([0xff, 0xfb, 0x90, 0x00], at)
  return bytes
}
