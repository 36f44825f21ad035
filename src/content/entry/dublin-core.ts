import { type ConceptCells, concepticonPage, conceptsOf } from '#text/concepts.ts'
import { element, type Xml } from '#text/xml.ts'
import { type EntryKind, kindOf, pageOf } from './address.ts'

/** The data from which an entry is described. `own` holds the columns of its type. */
export type Described = {
  id: string
  type: EntryKind
  title: string
  names: string[]
  words: string
  labels: string[]
  publishedAt: string
  author: string | null
  own: Record<string, unknown> | null
  files: FileFacts[]
}
export type FileFacts = { id: string; kind: 'image' | 'video' | 'audio'; contentType: string; size: number | null }

/** An entry as Dublin Core elements, of which there are fifteen, each with any number of values. */
export type DublinCore = { element: string; value: string; language?: string }[]

const fileTypes = { image: 'StillImage', video: 'MovingImage', audio: 'Sound' }

/** Returns an entry as Dublin Core. @param site the site's name and address */
export function dublinCore(record: Described, site: { name: string; baseUrl: string }): DublinCore {
  const { type, title, names, author, files, labels } = record
  const own = record.own ?? {}
  const { dublinCore: kind, titleInLanguage, namesAreTitles } = kindOf(type) ?? {}
  const titleLanguage = titleInLanguage ? { language: String(own.language) } : {}
  const source = own.source as { citation?: string; licence?: string } | null | undefined
  const { concept, concepticon_id: concepticonId, concepticon_gloss: concepticonGloss } = own
  const concepts = conceptsOf({ concept, concepticonId, concepticonGloss } as ConceptCells)
  const values: [string, unknown, { language?: string }?][] = [
    ['title', title, titleLanguage],
    ['title', namesAreTitles && names],
    ['creator', [own.poet, own.maker, author]],
    ['subject', [own.category, own.tags, own.materials, own.section, own.part_of_speech]],
    ['subject', concepts.map(({ name, id, gloss }) => [name, gloss, concepticonPage(id)])],
    ['description', descriptionOf(record)],
    ['publisher', site.name],
    ['contributor', [own.speakers, own.narrator, own.conservator, own.contributor]],
    ['date', record.publishedAt.slice(0, 10)],
    ['type', [kind, files.map((file) => fileTypes[file.kind])]],
    ['format', files.map(({ contentType }) => contentType)],
    ['identifier', [site.baseUrl + pageOf(record), files.map(({ id }) => `${site.baseUrl}/files/${id}`)]],
    ['source', source?.citation],
    ['language', own.language],
    ['coverage', [own.place, own.location, own.dialect, own.period]],
    ['rights', [source?.licence, labels]],
  ]
  const statements = values.flatMap(([element, value, more]) =>
    [value]
      .flat(2)
      .filter((one): one is string => typeof one === 'string' && one.trim() !== '')
      .map((one) => ({ element, value: one.trim(), ...more })),
  )
  return statements.filter(
    (one, at) => statements.findIndex((same) => same.element === one.element && same.value === one.value) === at,
  )
}

/** Namespace and schema of oai_dc (OAI-PMH 2.0). */
export const oaiDc = 'http://www.openarchives.org/OAI/2.0/oai_dc/'

/** Returns an entry as an `oai_dc:dc` element. */
export function dublinCoreXml(record: Described, site: { name: string; baseUrl: string }): Xml {
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

/** Returns the text of an entry on one line. */
export function descriptionOf({ words }: Pick<Described, 'words'>): string {
  return words
    .replace(/\s*\n\s*/g, ' · ')
    .replace(/\s+/g, ' ')
    .trim()
}
