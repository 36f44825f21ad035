import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AttackRow, inWords, openTally, withinLimits } from '../attack-site.ts'
import { event } from '../event.ts'
import { postJson } from '../post-json.ts'

const port = 5399
/** Makes the site ask a name server on this machine that never answers. */
const preload = `import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
const { Resolver } = dns
dns.Resolver = class extends Resolver {
  constructor(options) {
    super(options)
    this.setServers(['127.0.0.1:${port}'])
  }
}
syncBuiltinESMExports()`

/** Members register other people for events, also for events that don't exist, while no name server answers. */
export const row: AttackRow = {
  name: '250 registrations of others at once while the name server is silent, half of them for an event that doesn’t exist',
  required: 'another guest and 200 writers < 0.5 s',
  settings: {
    SMTP_URL: 'smtp://127.0.0.1:9',
    NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(preload).toString('base64')}`,
  },
  async run(site) {
    const silent = createSocket('udp4')
    silent.bind(port, '127.0.0.1')
    await once(silent, 'listening')
    try {
      const members = await Promise.all(Array.from({ length: 10 }, () => site.member()))
      const created = await postJson(`${site.url}/api/events`, event(), members[0]?.token ?? '')
      if (created.status !== 201) throw new Error(`the event was not created: ${created.status}`)
      const tally = openTally()
      const send = (id: unknown, email: string, token = '') =>
        postJson(`${site.url}/api/events/${id}/registration`, { fullName: 'Drill', email, phone: '000' }, token)
      // As with the requests of others, the site has answered such requests before.
      for (const { id, token } of members) await send(created.body.id, `${id}@drill.test`, token)
      const register = async (at: number) => {
        const id = at % 2 ? created.body.id : randomUUID()
        const email = `drill${at}@drill${at}.home.arpa`
        tally.count((await send(id, email, members[at % members.length]?.token)).status)
      }
      const observed = await site.during(
        async () => {
          await Promise.all(Array.from({ length: 250 }, (_, at) => register(at)))
        },
        { paths: ['/', '/api/explore?limit=20'], every: 50, writers: await site.writers() },
      )
      return { figure: `${tally.inWords()}; ${inWords(observed)}`, passed: withinLimits(observed, 500) }
    } finally {
      silent.close()
    }
  },
}
