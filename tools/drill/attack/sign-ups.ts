import { setTimeout as sleep } from 'node:timers/promises'
import { adminSettings } from '../../bench/member.ts'
import { type AttackRow, inWords } from '../attack-site.ts'

const newcomers = 200
const loginsBetween = 10
const admin = { email: adminSettings.ADMIN_EMAIL, password: adminSettings.ADMIN_PASSWORD }

/** One address creates many accounts at the same time while an admin logs in repeatedly. */
export const row: AttackRow = {
  name: '200 sign-ups at once from one address',
  required: 'a login meanwhile < 2 s; the surplus gets 429 or a challenge',
  async run(site) {
    const statuses: number[] = []
    const waits: number[] = []
    const observed = await site.during(
      async () => {
        const attack = Array.from({ length: newcomers }, async (_, turn) => {
          const newcomer = {
            name: 'Sample Person',
            email: `flood${turn}@site.test`,
            password: 'a password of the drill',
          }
          statuses.push(await post(`${site.url}/api/auth/register`, newcomer))
        })
        for (let turn = 0; turn < loginsBetween; turn++) {
          const began = performance.now()
          const status = await post(`${site.url}/api/auth/login`, admin)
          if (status !== 200) throw new Error(`A login was answered with ${status}.`)
          waits.push(performance.now() - began)
          await sleep(50)
        }
        await Promise.all(attack)
      },
      { paths: ['/', '/api/articles?limit=10'] },
    )
    const longest = Math.max(...waits)
    const counted = (status: number) => statuses.filter((one) => one === status).length
    return {
      figure: `${counted(201)} × 201, ${counted(429)} × 429, ${counted(503)} × 503; a login took ${longest.toFixed(0)} ms at most; ${inWords(observed)}`,
      passed: observed.survived && longest < 2000 && counted(201) + counted(429) + counted(503) === newcomers,
    }
  },
}

async function post(url: string, body: object): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  await answer.arrayBuffer()
  return answer.status
}
