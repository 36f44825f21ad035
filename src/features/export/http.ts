import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Hono, type Context as HonoContext } from 'hono'
import { compress } from 'hono/compress'
import { isImported, kindOf, type PageKind, pageKinds, pageOf, personPage } from '#content/entry/address.ts'
import { schemaOf } from '#content/entry/page/head.ts'
import type { Entry } from '#content/entry/schema.ts'
import { cellsOf, headerOf, type Importable } from '#content/entry/write/importable.ts'
import { exportables } from '#content/exportables.ts'
import { importables } from '#content/importables.ts'
import { kinds, suggestion } from '#content/kinds.ts'
import { imported as words } from '#content/vocabulary/importable.ts'
import { audit } from '#core/audit.ts'
import type { Site, Viewer } from '#core/context.ts'
import { csvAnswer, inTurn, jsonLdAnswer, zipAnswer } from '#core/download.ts'
import { NotFound, Unauthorized, unlessGone } from '#core/errors.ts'
import { authorize, requireRecentSignIn } from '#core/permission.ts'
import { csvLine } from '#text/csv.ts'
import { language } from '#text/language.ts'
import { wordlist } from './cldf.ts'
import { idsOf, rowsOf, wordsOf } from './queries.ts'
import { SharedExports } from './shared.ts'

type Deps = {
  db: NodePgDatabase
  site: Pick<Site, 'name' | 'baseUrl'>
  /** Returns the viewer that the bearer token belongs to, and ignores cookies. */
  bearerOf(request: Request): Promise<Viewer | null>
  /** Returns an entry as its `get` operation does; undefined if its type has none. */
  readEntry(c: HonoContext, viewer: Viewer | null, type: string, id: string): Promise<unknown>
  /** The folder for files that are made for guests. */
  folder: string
  /** Returns a number that changes whenever content for guests does; undefined while it is unknown. */
  version(): number | undefined
  addressOf(c: HonoContext): string
}

/**
 * Serves `/export/everything.jsonld`, `/export/vocabulary.zip` (CLDF) and `/export/<type>.csv` with public entries for
 * everyone, and below `/api` with what the requesting keeper may see (spec 18.2).
 */
export function exportsApp({ db, site, bearerOf, readEntry, folder, version, addressOf }: Deps): Hono {
  const app = new Hono()
  const shared = new SharedExports({ folder, version })
  app.use('/api/export/*', compress())
  app.get('/export/:file', (c) => {
    const file = c.req.param('file')
    if (!isExport(file)) throw new NotFound()
    const request = {
      address: addressOf(c),
      gzip: /\bgzip\b/.test(c.req.header('accept-encoding') ?? ''),
      headersAlone: c.req.raw.method === 'HEAD',
    }
    return shared.answer(`${language()} ${file}`, request, () => answer(c, null))
  })
  app.get('/api/export/:file', async (c) => {
    const viewer = await bearerOf(c.req.raw)
    authorize(viewer, 'keeper')
    if (!viewer) throw new Unauthorized()
    requireRecentSignIn(viewer)
    if (!isExport(c.req.param('file'))) throw new NotFound()
    await audit({ db, viewer }, 'archive:export', null, { file: c.req.param('file') })
    return inTurn(viewer.id, c.req.raw, () => answer(c, viewer))
  })
  return app

  function answer(c: HonoContext, viewer: Viewer | null): Response {
    const file = c.req.param('file') ?? ''
    if (file === 'everything.jsonld') return jsonLdAnswer(graph(site.baseUrl, everything(c, viewer)), file)
    if (file === 'vocabulary.zip')
      return zipAnswer(
        wordlist(site.name, site.baseUrl, () => rowsOf(db, viewer, words)),
        file,
      )
    const type = csvOf(file)
    if (!type) throw new NotFound()
    if (isImported(type)) return csvAnswer(tableLines(importables[type], rowsOf(db, viewer, importables[type])), file)
    return csvAnswer(plainLines(exportables[type].columns ?? [], ofType(c, viewer, type)), file)
  }

  /**
   * Yields all entries except suggestions. Words are read in batches, because there are many. Entries deleted meanwhile
   * are left out.
   */
  async function* everything(c: HonoContext, viewer: Viewer | null) {
    for await (const entry of wordsOf(db, viewer)) yield { type: kinds.vocabulary.type, entry }
    for await (const { type, id } of idsOf(db, viewer)) {
      if (type === kinds.vocabulary.type || type === suggestion.type) continue
      const entry = await readEntry(c, viewer, type, id).catch(unlessGone)
      if (entry) yield { type, entry }
    }
  }

  async function* ofType(c: HonoContext, viewer: Viewer | null, type: string) {
    for await (const { id } of idsOf(db, viewer, type)) {
      const entry = await readEntry(c, viewer, type, id).catch(unlessGone)
      if (entry) yield entry
    }
  }
}

function isExport(file: string): boolean {
  return ['everything.jsonld', 'vocabulary.zip'].includes(file) || csvOf(file) !== undefined
}

function csvOf(file: string): PageKind | undefined {
  return pageKinds.find((type) => file === `${type}.csv` && (isImported(type) || exportables[type].columns))
}

/** Yields the header and a line for each row, in the format that the import reads. */
async function* tableLines(type: Importable, rows: AsyncIterable<object>): AsyncGenerator<string> {
  yield csvLine(type.columns.map(({ name }) => headerOf(name)))
  for await (const row of rows) yield csvLine(cellsOf(type, row))
}

/** Yields the header and a line for each entry. */
async function* plainLines(columns: readonly string[], all: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield csvLine(columns.map(headerOf))
  for await (const entry of all) yield csvLine(columns.map((name) => plain((entry as Record<string, unknown>)[name])))
}

/** Returns a value as one cell: lists are joined, and people and files are replaced by their names or addresses. */
function plain(value: unknown): string {
  if (value === null || value === undefined || value === false) return ''
  if (value === true) return 'yes'
  if (Array.isArray(value)) return value.map(plain).join('; ')
  if (typeof value !== 'object') return String(value)
  const { name, url } = value as { name?: unknown; url?: unknown }
  return plain(name ?? url)
}

/** The JSON-LD context uses schema.org for types and properties, and Dublin Core for provenance. */
const context = {
  '@vocab': 'https://schema.org/',
  dcterms: 'http://purl.org/dc/terms/',
  created: { '@id': 'dcterms:created', '@type': 'http://www.w3.org/2001/XMLSchema#dateTime' },
  modified: { '@id': 'dcterms:modified', '@type': 'http://www.w3.org/2001/XMLSchema#dateTime' },
  source: 'dcterms:source',
  rights: 'dcterms:rights',
}

/** Yields all entries as one JSON-LD document. */
async function* graph(baseUrl: string, all: AsyncIterable<{ type: PageKind; entry: unknown }>): AsyncGenerator<string> {
  yield `{"@context":${JSON.stringify(context)},"@graph":[`
  let separator = '\n'
  for await (const { type, entry } of all) {
    yield separator + JSON.stringify(node(baseUrl, type, entry as Entry))
    separator = ',\n'
  }
  yield '\n]}\n'
}

function node(baseUrl: string, type: PageKind, entry: Entry) {
  const page = baseUrl + pageOf({ type, id: entry.id })
  return withoutEmpty({
    '@id': page,
    ...schemaOf(kindOf(type)),
    ...exportables[type].describe(entry as never, (path) => absolute(baseUrl, path)),
    name: entry.title,
    url: page,
    creator: entry.author && { '@type': 'Person', name: entry.author.name, url: creatorPage(baseUrl, entry.author) },
    created: entry.createdAt,
    modified: entry.updatedAt,
    datePublished: entry.publishedAt,
  })
}

function creatorPage(baseUrl: string, author: NonNullable<Entry['author']>): string | undefined {
  return author.page ? baseUrl + personPage(author) : undefined
}

function absolute(baseUrl: string, path: unknown): string | undefined {
  return typeof path === 'string' && path !== '' ? new URL(path, baseUrl).href : undefined
}

function withoutEmpty(thing: Record<string, unknown>): Record<string, unknown> {
  const fields = Object.entries(thing).filter(
    ([, value]) =>
      value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(fields)
}
