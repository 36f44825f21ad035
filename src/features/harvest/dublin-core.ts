import { pageOf } from '#content/entry/address.ts'
import type { EntryRecord } from './queries.ts'
import { element, type Xml } from './xml.ts'

/** An entry in the fifteen elements of Dublin Core, each with as many values as it has. */
export type DublinCore = { element: string; value: string; language?: string }[]

/** Of the DCMI Type Vocabulary. */
const types: Record<string, string> = {
  artifact: 'PhysicalObject',
  product: 'PhysicalObject',
  event: 'Event',
  vocabulary: 'Text',
  article: 'Text',
  poem: 'Text',
  proverb: 'Text',
  conservation: 'Text',
  heritage: 'Text',
}
const fileTypes = { image: 'StillImage', video: 'MovingImage', audio: 'Sound' }
/** ISO 639-3 of Markweeta. */
const language = 'enb'
const inLanguage = ['vocabulary', 'poem', 'proverb']

/** @param site its name and address */
export function dublinCore(record: EntryRecord, site: { name: string; baseUrl: string }): DublinCore {
  const { type, title, names, author, files, labels } = record
  const own = record.own ?? {}
  const spoken = inLanguage.includes(type) ? { language } : {}
  const source = own.source as { citation?: string; licence?: string } | null | undefined
  const values: [string, unknown, { language?: string }?][] = [
    ['title', title, spoken],
    ['title', type === 'artifact' ? names : undefined],
    ['creator', [own.poet, own.maker, author]],
    ['subject', [own.category, own.tags, own.materials, own.section, own.part_of_speech]],
    ['description', descriptionOf(record)],
    ['publisher', site.name],
    ['contributor', [own.speakers, own.narrator, own.conservator]],
    ['date', record.publishedAt.slice(0, 10)],
    ['type', [types[type], files.map(({ kind }) => fileTypes[kind])]],
    ['format', files.map(({ contentType }) => contentType)],
    ['identifier', [site.baseUrl + pageOf(record), files.map(({ id }) => `${site.baseUrl}/files/${id}`)]],
    ['source', source?.citation],
    ['language', inLanguage.includes(type) ? language : own.language],
    ['coverage', [own.place, own.location, own.dialect, own.period]],
    ['rights', [source?.licence, labels]],
  ]
  const said = values.flatMap(([element, value, more]) =>
    [value]
      .flat(2)
      .filter((one): one is string => typeof one === 'string' && one.trim() !== '')
      .map((one) => ({ element, value: one.trim(), ...more })),
  )
  return said.filter(
    (one, at) => said.findIndex((same) => same.element === one.element && same.value === one.value) === at,
  )
}

/** The namespace of the format that libraries exchange (OAI-PMH 2.0), and the place of its schema. */
export const oaiDc = 'http://www.openarchives.org/OAI/2.0/oai_dc/'

/** The same as one `oai_dc:dc` element. */
export function dublinCoreXml(record: EntryRecord, site: { name: string; baseUrl: string }): Xml {
  const values = dublinCore(record, site).map(({ element: name, value, language }) =>
    element(`dc:${name}`, { 'xml:lang': language }, value),
  )
  const namespaces = {
    'xmlns:oai_dc': oaiDc,
    'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    'xsi:schemaLocation': `${oaiDc} http://www.openarchives.org/OAI/2.0/oai_dc.xsd`,
  }
  return element('oai_dc:dc', namespaces, values)
}

/** How its text begins, on one line. */
export function descriptionOf({ words }: Pick<EntryRecord, 'words'>): string {
  return words
    .replace(/\s*\n\s*/g, ' · ')
    .replace(/\s+/g, ' ')
    .trim()
}
