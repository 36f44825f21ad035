import { kindOf, type PageKind, pageOf, personPage } from '#content/entry/address.ts'
import { schemaOf } from '#content/entry/page/head.ts'
import type { Entry } from '#content/entry/schema.ts'
import { exportables } from '#content/exportables.ts'

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
export async function* graph(
  baseUrl: string,
  all: AsyncIterable<{ type: PageKind; entry: unknown }>,
): AsyncGenerator<string> {
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
