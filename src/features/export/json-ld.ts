import { pageOf } from '#content/entry/address.ts'
import type { Entry } from '#content/entry/schema.ts'
import { offerOf } from '#content/product/offer.ts'
import type { Product } from '#content/product/schema.ts'

type Thing = Entry & Record<string, unknown>

/** The terms that the document uses: schema.org for what things are, Dublin Core for where they come from. */
const context = {
  '@vocab': 'https://schema.org/',
  dcterms: 'http://purl.org/dc/terms/',
  created: { '@id': 'dcterms:created', '@type': 'http://www.w3.org/2001/XMLSchema#dateTime' },
  modified: { '@id': 'dcterms:modified', '@type': 'http://www.w3.org/2001/XMLSchema#dateTime' },
  source: 'dcterms:source',
  rights: 'dcterms:rights',
}

/** All the entries as one JSON-LD document, piece by piece. */
export async function* graph(
  baseUrl: string,
  all: AsyncIterable<{ type: string; entry: unknown }>,
): AsyncGenerator<string> {
  yield `{"@context":${JSON.stringify(context)},"@graph":[`
  let parting = '\n'
  for await (const { type, entry } of all) {
    yield parting + JSON.stringify(node(baseUrl, type, entry as Thing))
    parting = ',\n'
  }
  yield '\n]}\n'
}

function node(baseUrl: string, type: string, entry: Thing) {
  const page = baseUrl + pageOf({ type, id: entry.id })
  return without({
    '@id': page,
    ...(described[type] ?? described.heritage)?.(entry, (path) => absolute(baseUrl, path)),
    name: entry.title,
    url: page,
    creator: entry.author && { '@type': 'Person', name: entry.author.name },
    created: entry.createdAt,
    modified: entry.updatedAt,
    datePublished: entry.publishedAt,
  })
}

type Address = (path: unknown) => string | undefined

/** What a thing of each type is, and what its own fields say. */
const described: Record<string, (entry: Thing, address: Address) => Record<string, unknown>> = {
  vocabulary: (word, address) => ({
    '@type': 'DefinedTerm',
    inLanguage: 'enb',
    description: word.meaning,
    alternateName: word.ipa && `/${word.ipa}/`,
    'dcterms:type': word.partOfSpeech,
    'dcterms:spatial': word.dialect,
    'dcterms:description': { '@value': word.english, '@language': 'en' },
    audio: address(word.pronunciation),
    image: address(word.picture),
    source: (word.source as { citation?: string } | null)?.citation,
    license: (word.source as { licence?: string } | null)?.licence,
  }),
  proverb: (proverb) => ({
    '@type': 'Quotation',
    inLanguage: 'enb',
    text: proverb.original,
    abstract: proverb.meaning,
    'dcterms:alternative': proverb.translation,
  }),
  poem: (poem) => ({
    '@type': 'CreativeWork',
    genre: 'poem',
    inLanguage: 'enb',
    text: poem.original,
    author: poem.poet,
    'dcterms:alternative': poem.translation,
  }),
  heritage: (told, address) => ({
    '@type': 'CreativeWork',
    genre: told.section,
    abstract: told.summary,
    text: told.body,
    contentLocation: told.place,
    contributor: told.narrator,
    image: address(told.cover),
  }),
  artifact: (artifact, address) => ({
    '@type': 'ArchiveComponent',
    alternateName: artifact.localName,
    description: artifact.description,
    material: artifact.materials,
    author: artifact.maker,
    temporal: artifact.period,
    size: artifact.dimensions,
    holdingArchive: artifact.heldAt,
    image: addresses(artifact.images, address),
  }),
  product: (product, address) => ({
    '@type': 'Product',
    category: product.section,
    description: product.description,
    manufacturer: product.maker,
    image: addresses(product.images, address),
    offers: offerOf(product as unknown as Product, address(pageOf({ type: 'product', id: product.id }))),
  }),
  conservation: (record, address) => ({
    '@type': 'Report',
    about: record.artifactId && address(pageOf({ type: 'artifact', id: String(record.artifactId) })),
    abstract: record.threat,
    text: record.treatment,
    itemCondition: record.condition,
    contributor: record.conservator,
    image: addresses(record.images, address),
  }),
  article: (article, address) => ({
    '@type': 'Article',
    articleSection: article.category,
    keywords: article.tags,
    articleBody: article.content,
    image: address(article.coverImage),
  }),
  media: (media, address) => ({
    '@type':
      { IMAGE: 'ImageObject', VIDEO: 'VideoObject', AUDIO: 'AudioObject' }[String(media.type).toUpperCase()] ??
      'MediaObject',
    description: media.description,
    keywords: media.tags,
    contentUrl: address(media.link),
    transcript: media.transcript,
    inLanguage: media.language,
    contentLocation: media.place,
  }),
  event: (event) => ({
    '@type': 'Event',
    description: event.description,
    startDate: event.startDate,
    endDate: event.endDate,
    location: event.location,
  }),
}

function absolute(baseUrl: string, path: unknown): string | undefined {
  return typeof path === 'string' && path !== '' ? new URL(path, baseUrl).href : undefined
}

function addresses(files: unknown, address: Address) {
  return (files as { url: string }[] | undefined)?.map(({ url }) => address(url))
}

function without(thing: Record<string, unknown>): Record<string, unknown> {
  const said = Object.entries(thing).filter(
    ([, value]) =>
      value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(said)
}
