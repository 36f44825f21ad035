import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Hono } from 'hono'
import type { z } from 'zod'
import type { AnyOperation } from '#core/operation.ts'
import { sections } from '#features/people/sections.ts'
import { operations } from '#src/operations.ts'
import routes from '#src/routes.ts'
import { deep } from '../depth.ts'
import { types } from '../types.ts'
import type { Placed } from './entries.ts'

// Lists every address that answers a GET, with its parameters filled in. An unknown parameter throws an error that says
// what to add.

/** Values of parameters other than entries. */
export type SampleIds = { group: string; person: string }
/**
 * `about`: the entry whose id is in the address, so that the id reveals nothing. `ownActs`: the answer lists the
 * viewer's own actions, with ids that they already had. `namesGone`: it names by id entries that are not public any more.
 */
export type Address = { path: string; about?: Placed; row?: string; ownActs?: true; namesGone?: true }

const rows: [string, AnyOperation][] = Object.entries(operations).flatMap(([room, group]) =>
  Object.entries(group).map(([name, row]): [string, AnyOperation] => [`${room}.${name}`, row as AnyOperation]),
)
export const reads = rows.filter(([, { method }]) => method === 'GET')

/** The kind of `:id`, by the part of the path before it; `any` means entries of every type. */
const namedBy: Record<string, string | ((ids: SampleIds) => string)> = {
  // This means each author of an entry.
  people: 'author',
  ...Object.fromEntries(Object.entries(types).map(([type, { path }]) => [path, type])),
  entries: 'any',
  suggestions: 'any',
  history: 'any',
  groups: ({ group }) => group,
  // These are incoming files, which are not entries.
  imports: () => crypto.randomUUID(),
  import: () => crypto.randomUUID(),
  members: ({ person }) => person,
  // A draft is not an entry, and only its owner sees it: content/entry/draft/operations.test.ts.
  drafts: () => crypto.randomUUID(),
  // An order is not an entry and is tested in features/shop/order/operations.test.ts.
  orders: () => crypto.randomUUID(),
  // The paths of these pages differ from those of the API.
  consents: 'any',
  shop: 'product',
  linguistics: 'vocabulary',
  links: 'any',
  related: 'any',
}
/** Values of other parameters. */
const parameters: Record<string, string[]> = {
  number: ['1', '2'],
  section: ['poems', 'stories'],
  entries: [...sections],
}
/** Query parameters to test besides the bare address, for operations that accept them. */
const questions: Record<string, string[]> = {
  q: ['q=zq'],
  state: ['state=draft', 'state=closed', 'state=drafts', 'state=hidden'],
  view: ['view=returned'],
  section: sections.map((section) => `section=${section}&limit=100`),
}
/** Operations that require a query. */
const needs: Record<string, string> = {
  'group.candidates': 'q=zq',
  'import.rows': 'outcome=added',
  'language.find': 'q=a',
  'people.entries': 'section=words&limit=100',
}

/** Returns every address that a pattern represents. */
function fill(pattern: string, placed: Placed[], ids: SampleIds): Address[] {
  const parts = pattern.split('/')
  return parts.reduce<Address[]>(
    (addresses, part, at) => {
      if (!part.startsWith(':')) return addresses.map((one) => ({ ...one, path: `${one.path}${at ? '/' : ''}${part}` }))
      const name = part.slice(1)
      const values: Omit<Address, 'row'>[] =
        name === 'id'
          ? idsAfter(parts[at - 1] ?? '', pattern, placed, ids)
          : (
              parameters[name] ?? unknown(`add :${name} of ${pattern} to parameters in test/visibility/surfaces.ts`)
            ).map((path) => ({ path }))
      return addresses.flatMap((one) =>
        values.map(({ path, ...more }) => ({ ...one, ...more, path: `${one.path}/${path}` })),
      )
    },
    [{ path: '' }],
  )
}

function idsAfter(before: string, pattern: string, placed: Placed[], ids: SampleIds): Address[] {
  if (before === 'comments')
    return placed.flatMap((about) => (about.commentId ? [{ path: about.commentId, about }] : []))
  const kind = namedBy[before] ?? unknown(`add the kind of :id in ${pattern} to namedBy in test/visibility/surfaces.ts`)
  if (typeof kind === 'function') return [{ path: kind(ids) }]
  if (kind === 'author') return [...new Set(placed.map(({ authorId }) => authorId))].map((path) => ({ path }))
  const named = kind === 'any' ? ofAnyType(placed) : placed.filter(({ type }) => type === kind)
  return named.map((about) => ({ path: about.id, about }))
}

/** Returns entries for addresses that treat all types alike: in `npm test`, those of half the types in each standing. */
function ofAnyType(placed: Placed[]): Placed[] {
  const standings = [...new Set(placed.map(({ standing }) => standing))]
  const isTaken = ({ type, standing }: Placed) =>
    (Object.keys(types).indexOf(type) + standings.indexOf(standing)) % 2 === 0
  return deep ? placed : placed.filter(isTaken)
}

function unknown(sentence: string): never {
  throw new Error(`There is a new address: ${sentence}.`)
}

/** Returns the addresses of every GET operation, without and with each query of `questions` that it accepts. */
export function apiAddresses(placed: Placed[], ids: SampleIds): Address[] {
  return reads.flatMap(([name, row]) => {
    const queryList = Object.keys((row.input as z.ZodObject).shape ?? {}).flatMap((field) => questions[field] ?? [])
    const plain = fill(row.path, placed, ids).map((one) => ({ ...one, path: `/api${one.path}`, row: name }))
    const lists = 'limit' in ((row.input as z.ZodObject).shape ?? {})
    const queries = [needs[name] ?? (lists ? 'limit=100' : ''), ...queryList.filter((query) => accepts(row, query))]
    return plain.flatMap((one) => queries.map((query) => ({ ...one, path: query ? `${one.path}?${query}` : one.path })))
  })
}

/** Returns whether the operation accepts the query; the same field can accept other values in another operation. */
function accepts(row: AnyOperation, query: string): boolean {
  const fields = (row.input as z.ZodObject).shape as Record<string, z.ZodType>
  return [...new URLSearchParams(query)].every(([field, value]) => fields[field]?.safeParse(value).success)
}

/** Returns every route, as a page and as its data. */
export function pageAddresses(placed: Placed[], ids: SampleIds): Address[] {
  return patternsOf(routes).flatMap((pattern) =>
    fill(`/${pattern.replace('*', 'sample-nothing')}`, placed, ids).flatMap((one) => [
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

/** Other routes of the server. A null means that the route reveals nothing about entries, or is tested elsewhere. */
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
  '/favicon.ico': null,
  // Everyone may see the site's logo.
  '/site/logo/:file{[0-9a-f]{24}\\.png}': null,
  // This route receives bytes at a signed address: content/media/receive/resumable.test.ts.
  '/uploads/tus/:id': null,
  // `fileAddresses` requests these for the files of each entry.
  '/files/:id': null,
  '/files/:id/:variant': null,
  // This is tested in content/entry/visibility/groups.test.ts and server/http/streams.test.ts.
  '/api/stream': null,
  '/auth': () => addressesOf('/auth'),
  '/api/auth': () => addressesOf('/api/auth'),
  '/content': (placed) => addressesOf('/content', placed),
  '/api/content': (placed) => addressesOf('/api/content', placed),
  '/events.ics': () => [{ path: '/events.ics' }],
  '/events/:file{.+\\.ics}': (placed) =>
    placed.filter(({ type }) => type === 'event').map((about) => ({ path: `/events/${about.id}.ics`, about })),
  '/api/events/:id/registrations': (placed) =>
    placed
      .filter(({ type }) => type === 'event')
      .map((about) => ({ path: `/api/events/${about.id}/registrations?format=csv`, about })),
  // These are refused rows, which never became entries.
  '/api/imports/:id/problems.csv': null,
  '/export/*': null,
  '/api/export/*': null,
  '/export/archive.zip': () => [{ path: '/export/archive.zip' }],
  '/export/:file': () => exportFiles.map((name) => ({ path: `/export/${name}` })),
  '/api/export/:file': () => exportFiles.map((name) => ({ path: `/api/export/${name}` })),
  '/robots.txt': null,
  '/.well-known/security.txt': null,
  '/.well-known/change-password': null,
  '/og.png': null,
  // These show everyone only public content: features/discovery/preview/serve.test.ts, film/film.test.ts.
  '/og/:file{.+\\.png}': null,
  '/films/:file{.+\\.mp4}': null,
  '/sitemap.xml': () => [{ path: '/sitemap.xml' }],
  '/sitemap/:part{.+\\.xml}': () =>
    ['00000000-0000-7000-8000-000000000000', 'people'].map((part) => ({ path: `/sitemap/${part}.xml` })),
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

const exportFiles = ['everything.jsonld', 'vocabulary.zip', ...Object.keys(types).map((type) => `${type}.csv`)]

/** Returns the legacy addresses of the operations of a service. */
function addressesOf(service: string, placed: Placed[] = []): Address[] {
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

/** Returns every other GET route of the app. */
export function otherAddresses(app: Hono, placed: Placed[]): Address[] {
  const table = new Set(reads.flatMap(([, { path }]) => [`/api${path}`, path]))
  const paths = app.routes.filter(({ method }) => ['GET', 'ALL'].includes(method)).map(({ path }) => path)
  return [...new Set(paths)].flatMap((path) => {
    const fillOther = others[path]
    if (fillOther) return fillOther(placed)
    if (fillOther === undefined && !table.has(path))
      unknown(`add ${path} to others in test/visibility/surfaces.ts, as null if it reveals nothing about entries`)
    return []
  })
}

/** Returns the addresses of each file of each entry, of its small copy and of its download. */
export function fileAddresses(placed: Placed[]): Address[] {
  return placed.flatMap((about) =>
    about.fileIds.flatMap((id) => ['', '/1.webp', '?download'].map((more) => ({ path: `/files/${id}${more}`, about }))),
  )
}
