import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Hono } from 'hono'
import type { z } from 'zod'
import type { AnyOperation } from '#core/operation.ts'
import { operations } from '#src/operations.ts'
import routes from '#src/routes.ts'
import { type Placed, types } from './entries.ts'

// Every address that answers a GET, with its parameters filled. What can't be filled throws a sentence that says what to add.

/** What the parameters stand for besides entries. */
export type Known = { group: string; person: string }
/**
 * `about`: the entry whose id stands in the address, which thereby tells nothing. `ownActs`: it lists what the viewer did, by
 * ids that they knew when they did it. `namesGone`: it says by its id what was public and is gone.
 */
export type Address = { path: string; about?: Placed; row?: string; ownActs?: true; namesGone?: true }

const rows: [string, AnyOperation][] = Object.entries(operations).flatMap(([room, group]) =>
  Object.entries(group).map(([name, row]): [string, AnyOperation] => [`${room}.${name}`, row as AnyOperation]),
)
export const reads = rows.filter(([, { method }]) => method === 'GET')

/** What `:id` names, by the part before it; `entries` of every type. */
const namedBy: Record<string, string | ((known: Known) => string)> = {
  ...Object.fromEntries(Object.entries(types).map(([type, { path }]) => [path, type])),
  entries: 'any',
  suggestions: 'any',
  history: 'any',
  groups: ({ group }) => group,
  // Files on their way in: none of them is an entry.
  imports: () => crypto.randomUUID(),
  import: () => crypto.randomUUID(),
  members: ({ person }) => person,
  // Between two people, and no entry: features/shop/order/operations.test.ts.
  orders: () => crypto.randomUUID(),
  // Pages whose part is another than the API's.
  consents: 'any',
  shop: 'product',
  linguistics: 'vocabulary',
  links: 'any',
  related: 'any',
}
/** Other parameters, each by a few values. */
const parameters: Record<string, string[]> = { number: ['1', '2'], section: ['poems', 'stories'] }
/** Questions to ask besides the bare address, where a row takes them. */
const questions: Record<string, string[]> = {
  q: ['q=zq'],
  state: ['state=draft', 'state=closed'],
  view: ['view=returned'],
}
/** Rows that answer nothing without a question. */
const needs: Record<string, string> = { 'group.candidates': 'q=zq', 'import.rows': 'outcome=added' }

/** Every address that a pattern stands for. */
function fill(pattern: string, placed: Placed[], known: Known): Address[] {
  const parts = pattern.split('/')
  return parts.reduce<Address[]>(
    (made, part, at) => {
      if (!part.startsWith(':')) return made.map((one) => ({ ...one, path: `${one.path}${at ? '/' : ''}${part}` }))
      const name = part.slice(1)
      const values: Omit<Address, 'row'>[] =
        name === 'id'
          ? idsAfter(parts[at - 1] ?? '', pattern, placed, known)
          : (
              parameters[name] ??
              unknown(`say in test/visibility/surfaces.ts (parameters) what :${name} of ${pattern} is`)
            ).map((path) => ({ path }))
      return made.flatMap((one) =>
        values.map(({ path, ...more }) => ({ ...one, ...more, path: `${one.path}/${path}` })),
      )
    },
    [{ path: '' }],
  )
}

function idsAfter(before: string, pattern: string, placed: Placed[], known: Known): Address[] {
  const named = namedBy[before] ?? unknown(`say in test/visibility/surfaces.ts (namedBy) what :id of ${pattern} names`)
  if (typeof named === 'function') return [{ path: named(known) }]
  return placed.filter(({ type }) => named === 'any' || type === named).map((about) => ({ path: about.id, about }))
}

function unknown(sentence: string): never {
  throw new Error(`A new surface: ${sentence}.`)
}

/** Every GET of the operation table, filled, and with every question that it takes. */
export function apiAddresses(placed: Placed[], known: Known): Address[] {
  return reads.flatMap(([name, row]) => {
    const asked = Object.keys((row.input as z.ZodObject).shape ?? {}).flatMap((field) => questions[field] ?? [])
    const plain = fill(row.path, placed, known).map((one) => ({ ...one, path: `/api${one.path}`, row: name }))
    const lists = 'limit' in ((row.input as z.ZodObject).shape ?? {})
    const queries = [needs[name] ?? (lists ? 'limit=100' : ''), ...asked.filter((query) => takes(row, query))]
    return plain.flatMap((one) => queries.map((query) => ({ ...one, path: query ? `${one.path}?${query}` : one.path })))
  })
}

/** A value that another row of the same field has is no question to this one. */
function takes(row: AnyOperation, query: string): boolean {
  const fields = (row.input as z.ZodObject).shape as Record<string, z.ZodType>
  return [...new URLSearchParams(query)].every(([field, value]) => fields[field]?.safeParse(value).success)
}

/** Every route, as a page and as the data of one. */
export function pageAddresses(placed: Placed[], known: Known): Address[] {
  return patternsOf(routes).flatMap((pattern) =>
    fill(`/${pattern.replace('*', 'sample-nothing')}`, placed, known).flatMap((one) => [
      one,
      { ...one, path: one.path === '/' ? '/_root.data' : `${one.path}.data` },
    ]),
  )
}

function patternsOf(some: RouteConfigEntry[]): string[] {
  return some.flatMap(({ path, index, children }) => [
    ...(path !== undefined || index ? [path ?? ''] : []),
    ...patternsOf(children ?? []),
  ])
}

/** The server's further routes. Null: it has nothing of entries, or a test of its own beside this. */
const others: Record<string, ((placed: Placed[]) => Address[]) | null> = {
  '/*': null,
  '*': null,
  '/healthz': null,
  '/readyz': null,
  '/metrics': null,
  '/api/openapi.json': null,
  '/api/docs': null,
  '/api/*': null,
  '/files/*': null,
  '/choose-language': null,
  '/manifest.webmanifest': null,
  // Takes bytes and tells how many there are, by a signed address: content/media/resumable.test.ts.
  '/uploads/tus/:id': null,
  // Asked with the files of each entry, below.
  '/files/:id': null,
  '/files/:id/:variant': null,
  // What it tells and whom: content/entry/groups.test.ts and server/streams.test.ts.
  '/api/stream': null,
  '/auth': () => named('/auth'),
  '/api/auth': () => named('/api/auth'),
  '/content': (placed) => named('/content', placed),
  '/api/content': (placed) => named('/api/content', placed),
  '/events/:file{.+\\.ics}': (placed) =>
    placed.filter(({ type }) => type === 'event').map((about) => ({ path: `/events/${about.id}.ics`, about })),
  '/api/events/:id/registrations': (placed) =>
    placed
      .filter(({ type }) => type === 'event')
      .map((about) => ({ path: `/api/events/${about.id}/registrations?format=csv`, about })),
  // Rows that were refused, and so never were an entry.
  '/api/imports/:id/problems.csv': null,
  '/export/*': null,
  '/api/export/*': null,
  '/export/archive.zip': () => [{ path: '/export/archive.zip' }],
  '/export/:file': () => exported.map((name) => ({ path: `/export/${name}` })),
  '/api/export/:file': () => exported.map((name) => ({ path: `/api/export/${name}` })),
  '/robots.txt': null,
  '/og.png': null,
  // Of what guests see alone, whoever asks: features/harvest/picture/serve.test.ts.
  '/og/:file{.+\\.png}': null,
  '/sitemap.xml': () => [{ path: '/sitemap.xml' }],
  '/sitemap/:part{.+\\.xml}': () => [{ path: '/sitemap/00000000-0000-7000-8000-000000000000.xml' }],
  '/feed.xml': () => [{ path: '/feed.xml' }],
  '/feed/:file{.+\\.xml}': () => Object.keys(types).map((type) => ({ path: `/feed/${type}.xml` })),
  '/oai': (placed) => [
    ...['Identify', 'ListSets'].map((verb) => ({ path: `/oai?verb=${verb}` })),
    ...['ListRecords', 'ListIdentifiers'].map((verb) => ({
      path: `/oai?verb=${verb}&metadataPrefix=oai_dc`,
      namesGone: true as const,
    })),
    ...placed.map((about) => ({
      path: `/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:site.test:${about.id}`,
      about,
    })),
  ],
  '/api/auth/account/export': () => [{ path: '/api/auth/account/export', ownActs: true }],
  '/auth/account/export': () => [{ path: '/auth/account/export', ownActs: true }],
}

const exported = ['everything.jsonld', 'vocabulary.zip', ...Object.keys(types).map((type) => `${type}.csv`)]

/** The older addresses of rows, of the same service. */
function named(service: string, placed: Placed[] = []): Address[] {
  return reads.flatMap(([, { legacy, path }]) => {
    const name = typeof legacy === 'object' ? legacy.name : legacy
    if (!name || path.startsWith('/auth/') !== service.endsWith('/auth')) return []
    const type = namedBy[path.split('/')[1] ?? '']
    const about = path.includes(':id') ? placed.filter((one) => one.type === type) : [undefined]
    return about.map((one) => ({
      path: `${service}?operation=${name}${one ? `&id=${one.id}` : '&limit=100'}`,
      ...(one && { about: one }),
    }))
  })
}

/** Every further GET that the app answers. */
export function otherAddresses(app: Hono, placed: Placed[]): Address[] {
  const table = new Set(reads.flatMap(([, { path }]) => [`/api${path}`, path]))
  const found = app.routes.filter(({ method }) => ['GET', 'ALL'].includes(method)).map(({ path }) => path)
  return [...new Set(found)].flatMap((path) => {
    const fillOther = others[path]
    if (fillOther) return fillOther(placed)
    if (fillOther === undefined && !table.has(path))
      unknown(`say in test/visibility/surfaces.ts (others) how to ask ${path}, or that it tells nothing of entries`)
    return []
  })
}

/** Each file of each entry, and its small copy. */
export function fileAddresses(placed: Placed[]): Address[] {
  return placed.flatMap((about) =>
    about.fileIds.flatMap((id) => ['', '/1.webp', '?download'].map((more) => ({ path: `/files/${id}${more}`, about }))),
  )
}
