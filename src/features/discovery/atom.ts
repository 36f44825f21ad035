import { pageOf } from '#content/entry/address.ts'
import { descriptionOf } from '#content/entry/dublin-core.ts'
import { batchPage } from '#content/entry/explore-pages.ts'
import type { Batch } from '#content/entry/link/schema.ts'
import { declaration, element } from '#text/xml.ts'
import type { EntryRecord } from './queries.ts'

type Site = { name: string; baseUrl: string }
type Listed = EntryRecord & { updatedAt: string; batch?: Batch | undefined }

/** Returns an Atom feed (RFC 4287) of new entries. @param path the path of this feed */
export function atom(site: Site, path: string, title: string, records: Listed[]): string {
  const self = site.baseUrl + path
  const updated =
    records
      .map((record) => record.updatedAt)
      .sort()
      .at(-1) ?? '1970-01-01T00:00:00Z'
  const feed = element(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom' },
    element('id', {}, self),
    element('title', {}, title),
    element('updated', {}, updated),
    element('author', {}, element('name', {}, site.name)),
    element('link', { rel: 'self', type: 'application/atom+xml', href: self }),
    element('link', { rel: 'alternate', type: 'text/html', href: `${site.baseUrl}/` }),
    element('icon', {}, `${site.baseUrl}/icon.svg`),
    records.map((record) => entryOf(site, record)),
  )
  return declaration + feed.xml
}

function entryOf(site: Site, record: Listed) {
  const { batch } = record
  const page = site.baseUrl + (batch ? batchPage(record.type, batch.id) : pageOf(record))
  const summary = batch ? '' : descriptionOf(record)
  return element(
    'entry',
    {},
    element('id', {}, `urn:uuid:${batch?.id ?? record.id}`),
    element('title', {}, record.title),
    element('published', {}, record.publishedAt),
    element('updated', {}, record.updatedAt),
    element('link', { rel: 'alternate', type: 'text/html', href: page }),
    record.author !== null && element('author', {}, element('name', {}, record.author)),
    element('category', { term: record.type }),
    summary !== '' && element('summary', {}, summary),
    record.files.map(({ id, contentType, size }) =>
      element('link', {
        rel: 'enclosure',
        type: contentType,
        length: size ?? undefined,
        href: `${site.baseUrl}/files/${id}`,
      }),
    ),
  )
}
