import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { pageOf } from '#content/entry/address.ts'
import { addresses, partsOf } from './queries.ts'
import { declaration, element } from './xml.ts'

/** So many addresses one file may hold (sitemaps.org). */
const partSize = 50_000
const batch = 1_000
const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** The index of the sitemaps: the pages of the site, and the entries in parts that are named by their first. */
export async function sitemapIndex(db: NodePgDatabase, baseUrl: string): Promise<string> {
  const parts = await partsOf(db, partSize)
  const all = [
    element('sitemap', {}, element('loc', {}, `${baseUrl}/sitemap/pages.xml`)),
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

/** A part, written while it is sent: it may hold several MB. */
export function sitemapPart(db: NodePgDatabase, baseUrl: string, first: string): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(lines(db, baseUrl, first), { objectMode: false })) as ReadableStream<Uint8Array>
}

async function* lines(db: NodePgDatabase, baseUrl: string, first: string): AsyncGenerator<string> {
  yield `${declaration}<urlset xmlns="${schema}">`
  let from = first
  for (let written = 0; written < partSize; ) {
    const rows = await addresses(db, from, written === 0, Math.min(batch, partSize - written))
    for (const row of rows) {
      const loc = element('loc', {}, baseUrl + pageOf(row))
      yield `${element('url', {}, loc, element('lastmod', {}, row.changed)).xml}\n`
    }
    const last = rows.at(-1)
    if (!last || rows.length < batch) break
    from = last.id
    written += rows.length
  }
  yield '</urlset>'
}
