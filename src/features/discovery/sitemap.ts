import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { pageOf, personPage } from '#content/entry/address.ts'
import { declaration, element } from '#text/xml.ts'
import { addresses, partsOf, peopleAfter } from './queries.ts'

/** The maximum number of addresses in one file (sitemaps.org). */
const partSize = 50_000
const batch = 1_000
const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Returns the sitemap index: the site's pages, its people, and entries in parts named by their first id. */
export async function sitemapIndex(db: NodePgDatabase, baseUrl: string): Promise<string> {
  const parts = await partsOf(db, partSize)
  const all = [
    ...['pages', 'people'].map((name) => element('sitemap', {}, element('loc', {}, `${baseUrl}/sitemap/${name}.xml`))),
    ...parts.map(({ first, changed }) =>
      element('sitemap', {}, element('loc', {}, `${baseUrl}/sitemap/${first}.xml`), element('lastmod', {}, changed)),
    ),
  ]
  return declaration + element('sitemapindex', { xmlns: schema }, all).xml
}

export function sitemapOfPages(baseUrl: string, pages: string[]): string {
  const all = pages.map((path) => element('url', {}, element('loc', {}, baseUrl + path)))
  return declaration + element('urlset', { xmlns: schema }, all).xml
}

/** Streams a part, because it can be several MB long. */
export function sitemapPart(db: NodePgDatabase, baseUrl: string, first: string): ReadableStream<Uint8Array> {
  const read = (from: string, limit: number, isFirst: boolean) => addresses(db, from, isFirst, limit)
  return streamOf(lines(baseUrl, first, read, pageOf))
}

/** Streams the addresses of the members' pages that guests can find, as many as fit into one file. */
export function sitemapOfPeople(db: NodePgDatabase, baseUrl: string): ReadableStream<Uint8Array> {
  return streamOf(lines(baseUrl, lowestId, (from, limit) => peopleAfter(db, from, limit), personPage))
}
/** An id that comes before all others. */
const lowestId = '00000000-0000-0000-0000-000000000000'

function streamOf(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(lines, { objectMode: false })) as ReadableStream<Uint8Array>
}

/** Yields the lines of a sitemap. @param read returns the rows from or after an id, ordered by it */
async function* lines<Row extends { id: string; changed: string }>(
  baseUrl: string,
  first: string,
  read: (from: string, limit: number, isFirst: boolean) => Promise<Row[]>,
  pathOf: (row: Row) => string,
): AsyncGenerator<string> {
  yield `${declaration}<urlset xmlns="${schema}">`
  let from = first
  for (let written = 0; written < partSize; ) {
    const rows = await read(from, Math.min(batch, partSize - written), written === 0)
    for (const row of rows) {
      const loc = element('loc', {}, baseUrl + pathOf(row))
      yield `${element('url', {}, loc, element('lastmod', {}, row.changed)).xml}\n`
    }
    const last = rows.at(-1)
    if (!last || rows.length < batch) break
    from = last.id
    written += rows.length
  }
  yield '</urlset>'
}
