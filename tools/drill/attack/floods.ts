import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AttackRow, type AttackSite, inWords, openTally, withinLimits } from '../attack-site.ts'
import { event } from '../event.ts'
import type { Person } from '../people.ts'

const seconds = 8

type Call = { method: string; path: string; body?: object; person?: Person }
type Flood = { name: string; atOnce: number; prepare(site: AttackSite): Promise<(at: number) => Call> }

const floods: Flood[] = [
  {
    name: '40 members comment as fast as they can',
    atOnce: 40,
    async prepare(site) {
      const { members, articles } = await gathering(site, 40)
      return (at) => ({
        method: 'POST',
        path: `/api/entries/${articles[at % articles.length]}/comments`,
        body: { text: 'Drill' },
        person: pick(members, at),
      })
    },
  },
  {
    name: '20 members mention ten people in each comment, and look for people to mention',
    atOnce: 20,
    async prepare(site) {
      const { members, articles } = await gathering(site, 20)
      const mentions = members.slice(0, 10).map(({ id }) => `<@${id}>`)
      const [article] = articles
      return (at) =>
        at % 2
          ? { method: 'GET', path: `/api/entries/${article}/mentionable?q=dr`, person: pick(members, at) }
          : {
              method: 'POST',
              path: `/api/entries/${article}/comments`,
              body: { text: mentions.join(' ') },
              person: pick(members, at),
            }
    },
  },
  {
    name: '40 guests use every filter of Explore, each time another',
    atOnce: 40,
    async prepare() {
      return (at) => {
        const filter = `q=dr&topic=culture&place=p${at}&person=n${at}&dialect=d${at}&year=20${at % 90}&sort=oldest`
        return { method: 'GET', path: at % 3 ? `/api/explore?${filter}&limit=100` : `/explore?${filter}` }
      }
    },
  },
  {
    name: '40 guests search people',
    atOnce: 40,
    async prepare(site) {
      await gathering(site, 40)
      return (at) => ({ method: 'GET', path: `/api/people?q=d${at % 2 ? '' : 'r'}&limit=100` })
    },
  },
  {
    name: '20 members save drafts of 500 KB',
    atOnce: 20,
    async prepare(site) {
      const { members } = await gathering(site, 20)
      const fields = { text: randomBytes(375_000).toString('base64') }
      return (at) => ({
        method: 'PUT',
        path: `/api/drafts/${randomUUID()}`,
        body: { kind: 'article', title: 'Drill', fields, deviceId: randomUUID() },
        person: pick(members, at),
      })
    },
  },
  {
    name: 'an event with 100 registrations is moved as often as possible',
    atOnce: 1,
    async prepare(site) {
      const { members } = await gathering(site, 100)
      const [organizer] = members as [Person]
      const { id } = await answer(site, { method: 'POST', path: '/api/events', body: event(), person: organizer })
      const register = (person: Person) =>
        answer(site, {
          method: 'POST',
          path: `/api/events/${id}/registration`,
          body: { fullName: 'Drill', email: `${person.id}@drill.test`, phone: '000' },
          person,
        })
      await Promise.all(members.map(register))
      return (at) => ({
        method: 'PATCH',
        path: `/api/events/${id}`,
        body: { location: `Drill ${at}` },
        person: organizer,
      })
    },
  },
  {
    name: 'a keeper imports 50,000 words',
    atOnce: 1,
    async prepare(site) {
      const [keeper] = (await gathering(site, 1)).members as [Person]
      await site.pool.query(`update accounts set roles = '{keeper}' where id = $1`, [keeper.id])
      const create = { method: 'POST', path: '/api/imports', body: { type: 'vocabulary', fileName: 'a.csv' } }
      const { import: begun, uploadUrl } = await answer(site, { ...create, person: keeper })
      const lines = Array.from({ length: 50_000 }, (_, at) => `drill${at},gloss ${at}`)
      await fetch(String(uploadUrl), { method: 'PUT', body: ['Word,Gloss', ...lines].join('\n') })
      const path = `/api/imports/${(begun as { id: string }).id}`
      return (at) =>
        at % 20
          ? { method: 'GET', path, person: keeper }
          : { method: 'POST', path: `${path}/run`, body: {}, person: keeper }
    },
  },
]

/** The pages and lists that a guest requests meanwhile. */
const paths = ['/', '/api/vocabulary?q=ab&limit=20', '/api/explore?limit=20']

export const rows: AttackRow[] = floods.map(({ name, atOnce, prepare }) => ({
  name,
  required: 'another guest and 200 writers < 0.5 s',
  async run(site) {
    const [callAt, writers] = [await prepare(site), await site.writers()]
    const tally = openTally()
    // As with the requests of others, the site has answered such requests before.
    let at = 0
    while (at < 20) await send(site, callAt(at++))
    const observed = await site.during(
      async () => {
        const until = Date.now() + seconds * 1000
        const one = async () => {
          while (Date.now() < until) {
            const { status } = await send(site, callAt(at++))
            tally.count(status)
            if ([429, 503].includes(status) || atOnce === 1) await sleep(50)
          }
        }
        await Promise.all(Array.from({ length: atOnce }, one))
      },
      { paths, writers },
    )
    return { figure: `${tally.inWords()}; ${inWords(observed)}`, passed: withinLimits(observed, 500) }
  },
}))

/** Creates members, and ten articles that they can comment on. */
async function gathering(site: AttackSite, count: number) {
  const members = await Promise.all(Array.from({ length: count }, () => site.member()))
  const body = { title: 'Drill', category: 'Culture', content: '<p>Drill</p>', visibility: 'public' }
  const articles = await Promise.all(
    Array.from({ length: 10 }, async (_, at) => {
      const { id } = await answer(site, { method: 'POST', path: '/api/articles', body, person: pick(members, at) })
      return id as string
    }),
  )
  return { members, articles }
}

async function send({ url }: AttackSite, { method, path, body, person }: Call) {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(person && { authorization: `Bearer ${person.token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

/** Sends a request that must succeed, and returns its answer. */
async function answer(site: AttackSite, call: Call): Promise<Record<string, unknown>> {
  const { status, text } = await send(site, call)
  if (status >= 300) throw new Error(`${call.method} ${call.path}: ${status} ${text}`)
  return JSON.parse(text)
}

const pick = (people: Person[], at: number): Person => people[at % people.length] as Person
