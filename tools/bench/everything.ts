import { get } from 'node:http'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { type AnyOperation, mapTable } from '#core/operation.ts'
import { operations } from '#src/operations.ts'
import routes from '../../src/routes.ts'
import { type Captured, captured, requestHeaders } from './capture.ts'
import { type Parts, type Plan, type Run, run } from './measure.ts'
import type { Site } from './site.ts'

type Asker = 'guest' | keyof Site['tokens']
/** A page or operation, and the account that requests it: only guests are answered from the cache. */
export type Address = { name: string; path: string; asker: Asker; isCached: boolean }
/** `answer` is why the address wasn't measured, or the number of bytes with the results of both servers. */
export type Answered = Address & { answer: string | { bytes: number; site: Run; bare: Run } }

const seconds = 1
const members = new Set(['account', 'member'])

/** Measures every public page as a guest and every read operation as those who may call it, beside the bare server. */
export async function measureEverything(
  plan: Plan,
  { site, load, bare, signal }: Omit<Parts, 'tenth'>,
): Promise<Answered[]> {
  const answered: Answered[] = []
  for (const address of await addressesOf(site)) {
    signal.throwIfAborted()
    const { path, asker } = address
    const token = tokenOf(site, asker)
    const answer = await answerAt(site, path, token)
    if (typeof answer === 'string') {
      answered.push({ ...address, answer })
      continue
    }
    const bareServer = { url: await bare.ask<string>([answer]), pid: bare.pid }
    const measureOnce = (server: Pick<Site, 'url' | 'pid'>, time: number) =>
      run(load, server, [path], { connections: plan.connections, seconds: time, token })
    await measureOnce(site, seconds / 2)
    const loads = { site: await measureOnce(site, seconds), bare: await measureOnce(bareServer, seconds) }
    answered.push({ ...address, answer: { bytes: answer.body.length, ...loads } })
  }
  console.log(`Measured: ${answered.length} pages and operations`)
  return answered
}

/** Returns every public page and read operation. A public operation appears twice: for a guest and for a member. */
export async function addressesOf(site: Site): Promise<Address[]> {
  return [...(await pages(site)), ...(await reads(site))]
}

export function tokenOf(site: Site, asker: Asker): string | undefined {
  return asker === 'guest' ? undefined : site.tokens[asker]
}

/** Returns the answer, or why it can't be measured: its status, or that it never ends. */
export async function answerAt(site: Site, path: string, token: string | undefined): Promise<Captured | string> {
  const headers = { ...requestHeaders, ...(token && { authorization: `Bearer ${token}` }) }
  return new Promise((resolve, reject) => {
    const request = get(site.url + path, { headers }, (answer) => {
      if (answer.statusCode === 200 && !answer.headers['content-type']?.startsWith('text/event-stream'))
        return resolve(captured(path, answer))
      request.destroy()
      resolve(answer.statusCode === 200 ? 'a stream' : `answered ${answer.statusCode}`)
    }).on('error', reject)
  })
}

/** Returns the pages of the public layout. */
async function pages(site: Site): Promise<Address[]> {
  const [reading] = routes as RouteConfigEntry[]
  const paths = (reading?.children ?? []).map(({ path = '' }) => `/${path}`).filter((path) => path !== '/*')
  const lists: Record<string, string> = { '/language/vocabulary/:id': '/vocabulary/:id' }
  return Promise.all(
    paths.map(async (name) => ({
      ...(await latestOf(site, name, '', lists[name])),
      asker: 'guest' as const,
      isCached: true,
    })),
  )
}

async function reads(site: Site): Promise<Address[]> {
  const rows: AnyOperation[] = Object.values(mapTable(operations, (row) => row)).flatMap((group) =>
    Object.values(group),
  )
  const read = rows.filter(({ method }) => method === 'GET')
  const addresses = await Promise.all(
    read.map(async ({ path, permission, cached = false }) => {
      const address = await latestOf(site, path, '/api')
      const askers: Asker[] =
        permission === 'public' ? ['guest', 'member'] : members.has(permission) ? ['member'] : ['admin']
      return askers.map((asker) => ({ ...address, asker, isCached: cached && asker === 'guest' }))
    }),
  )
  return addresses.flat()
}

/**
 * Returns the address with the id of the newest entry of its type, or with an unused id if there is no such entry.
 * @param list the list of those entries, if not the parent path
 */
async function latestOf(site: Site, name: string, base: string, list = name): Promise<{ name: string; path: string }> {
  if (!name.includes(':')) return { name: base + name, path: base + name }
  const items = await fetch(`${site.url}/api${list.slice(0, list.indexOf('/:'))}?limit=1`)
    .then((answer) => answer.json())
    .then((page: { items?: { id: string }[] }) => page.items ?? [])
    .catch(() => [])
  const id = items[0]?.id ?? '00000000-0000-7000-8000-000000000000'
  // The bench's author has articles, which are in this section of a person's page.
  return { name: base + name, path: base + name.replace(/:\w+/, id).replace(':entries', 'writing') }
}
