import { posix } from 'node:path'
import { z } from 'zod'
import { headerOf } from '#content/entry/write/importable.ts'
import { Unusable } from '../file/source.ts'
import { refusals } from '../refusals.ts'
import { textOf, type Zip } from './zip.ts'

const terms = 'cldf.clld.org/v1.0/terms.rdf#'
const largestMetadata = 5_000_000
/** Characters that a word's field for its contributors takes. */
const longestContributor = 2000

const Column = z.looseObject({
  name: z.string(),
  propertyUrl: z.string().optional(),
  separator: z.string().nullish(),
})
const Table = z.looseObject({
  url: z.string(),
  'dc:conformsTo': z.string().nullish(),
  tableSchema: z.looseObject({ columns: z.array(Column) }),
  dialect: z.looseObject({ delimiter: z.string().length(1).optional() }).optional(),
})
const Metadata = z.looseObject({
  'dc:conformsTo': z.string(),
  dialect: z.looseObject({ delimiter: z.string().length(1).optional() }).optional(),
  tables: z.array(Table),
})

export type CldfTable = {
  name: string
  delimiter: string
  /** True in exports of this software before it named itself: `plainCell` then restores the cells. */
  isEscaped: boolean
  /** The columns without which a table isn't the expected one, if no metadata describes it. */
  required?: readonly string[]
  /** Keyed by the column's CLDF term in lower case (`id`, `languagereference`), and by its own name. */
  columns: Map<string, { name: string; separator: string | null }>
}

export type Dataset = {
  /** Keyed by the last part of their terms: `FormTable`, `LanguageTable`, `ParameterTable`. */
  tables: Map<string, CldfTable>
  /** Identifies the dataset. */
  id: string
  title: string | null
  citation: string | null
  licence: string | null
  /** The people who made it, if neither its forms nor its languages say who contributed them. */
  contributor: string
  sources: string | null
}

/**
 * Reads the metadata of the Wordlist in a ZIP file (CLDF 1.x, a profile of CSVW). A dataset without metadata has tables
 * with the default names of CLDF. Throws Unusable if there is no dataset.
 */
export async function readMetadata(zip: Zip): Promise<Dataset> {
  const names = zip.names.filter((name) => /(^|[/-])metadata\.json$/.test(name)).sort((a, b) => a.length - b.length)
  let hasOtherDataset = false
  for (const name of names.slice(0, 10)) {
    const { data } = Metadata.safeParse(parseJson(await textOf(await zip.open(name, largestMetadata))))
    if (data?.['dc:conformsTo'].endsWith(`${terms}Wordlist`)) return datasetOf(data, fileFinder(zip, folderOf(name)))
    hasOtherDataset ||= data?.['dc:conformsTo'].includes(terms) ?? false
  }
  const forms = zip.names.filter((name) => /(^|\/)forms\.csv(\.zip)?$/.test(name)).sort((a, b) => a.length - b.length)
  if (hasOtherDataset) throw new Unusable(refusals.notWordlist)
  if (names.length > 0 || !forms[0]) throw new Unusable(refusals.noDataset)
  return defaultDataset(zip, folderOf(forms[0]))
}

const folderOf = (name: string) => name.slice(0, name.lastIndexOf('/') + 1)

/** Returns a function that finds the file of an address, which may be absolute, relative or percent-encoded. */
function fileFinder(zip: Zip, folder: string): (url: string) => string {
  const isThere = (name: string) => zip.names.includes(name) || zip.names.includes(`${name}.zip`)
  return (url) => {
    const path = /^[a-z][a-z0-9+.-]*:/i.test(url)
      ? (url
          .replace(/[?#].*$/, '')
          .split('/')
          .at(-1) ?? '')
      : url
    const name = posix.normalize(folder + path).replace(/^(\.?\/)+/, '')
    const names = [name, decoded(name)].flatMap((one) => [one.replace(/\.zip$/, ''), one])
    return names.find(isThere) ?? name
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** The columns of tables that have no metadata, by their CLDF terms. */
const defaultColumns: Record<string, [file: string, columns: readonly string[]]> = {
  FormTable: [
    'forms.csv',
    [
      ...['ID', 'Language_ID', 'Parameter_ID', 'Form', 'Segments', 'Comment', 'Source', 'Value', 'Loan'],
      ...['Contribution_ID', 'Contributor'],
    ],
  ],
  LanguageTable: ['languages.csv', ['ID', 'Name', 'ISO639P3code', 'Glottocode', 'Contribution_ID', 'Contributor']],
  ParameterTable: ['parameters.csv', ['ID', 'Name', 'Concepticon_ID', 'Concepticon_Gloss']],
  ContributionTable: ['contributions.csv', ['ID', 'Contributor', 'Contributors']],
}
/** The number of columns without which a table isn't the expected one. */
const requiredColumns: Record<string, number> = { FormTable: 4, ContributionTable: 1 }

/** Returns the CLDF term of a column that is only named: `Language_ID` is `languagereference`. */
const termOf = (name: string) => name.toLowerCase().replace(/_id$/, 'reference')

const defaultSeparators: Record<string, string> = { Segments: ' ', Source: ';' }

function defaultDataset(zip: Zip, folder: string): Dataset {
  const find = fileFinder(zip, folder)
  const tables = Object.entries(defaultColumns).flatMap(([term, [file, columns]]): [string, CldfTable][] => {
    const name = find(file)
    if (!zip.names.some((one) => one === name || one === `${name}.zip`)) return []
    const keys = columns.flatMap((column) => {
      const described = { name: column, separator: defaultSeparators[column] ?? null }
      return [termOf(column), column.toLowerCase()].map((key) => [key, described] as const)
    })
    const required = columns.slice(0, requiredColumns[term] ?? 2)
    return [[term, { name, delimiter: ',', isEscaped: false, columns: new Map(keys), required }]]
  })
  const sources = find('sources.bib')
  return { tables: new Map(tables), id: 'cldf', title: null, citation: null, licence: null, contributor: '', sources }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function datasetOf(metadata: z.output<typeof Metadata>, find: (url: string) => string): Dataset {
  const readText = (...keys: string[]) => {
    const text = keys.map((key) => metadata[key]).find((value) => typeof value === 'string' && value.trim() !== '')
    return typeof text === 'string' ? text.trim() : null
  }
  const own = headerOf('sourceCitation')
  const isOwn = metadata.tables.some((table) => table.tableSchema.columns.some(({ name }) => name === own))
  const isEscaped = isOwn && !metadata['prov:wasGeneratedBy']
  const tables = metadata.tables.map((table): [string, CldfTable] => [
    (table['dc:conformsTo'] ?? '').split('#').at(-1) ?? '',
    {
      name: find(table.url),
      delimiter: table.dialect?.delimiter ?? metadata.dialect?.delimiter ?? ',',
      isEscaped,
      columns: new Map(
        table.tableSchema.columns.flatMap(({ name, propertyUrl, separator = null }) => {
          const term = propertyUrl?.includes(terms) ? propertyUrl.split('#').at(-1)?.toLowerCase() : undefined
          return [term ?? termOf(name), name.toLowerCase()].map((key) => [key, { name, separator }] as const)
        }),
      ),
    },
  ])
  const title = readText('dc:title')
  const sources = readText('dc:source')
  return {
    tables: new Map(tables),
    id: (readText('rdf:ID', 'dc:identifier', 'dc:title') ?? 'cldf').slice(0, 100),
    title,
    citation: readText('dc:bibliographicCitation', 'dc:title'),
    licence: licenceOf(readText('dc:license', 'dc:rights')),
    contributor: (['dc:contributor', 'dc:creator'].map((key) => namesIn(metadata[key])).find(Boolean) ?? '').trim(),
    sources: sources && find(sources),
  }
}

/** Returns the names in a property: a text, an object with a name, or a list of these. */
function namesIn(property: unknown): string {
  const names = [property].flat().map((one) => {
    const { name, 'dc:title': title } = (typeof one === 'object' && one ? one : {}) as Record<string, unknown>
    return [one, name, title].find((text) => typeof text === 'string') as string | undefined
  })
  return joinedNames(names)
}

/** Returns different names as one text, as many as fit into a word's field for its contributors. */
export function joinedNames(names: readonly (string | undefined)[]): string {
  let fitting = ''
  for (const name of new Set(names)) {
    const longer = [fitting, name].filter(Boolean).join('; ')
    if (longer.length > longestContributor) break
    fitting = longer
  }
  return fitting
}

/** Returns the short name of a licence, such as "CC BY 4.0", given its address or name. */
export function licenceOf(licence: string | null): string | null {
  const [, kind, version] = /creativecommons\.org\/licenses\/([a-z-]+)\/(\d\.\d)/.exec(licence ?? '') ?? []
  if (kind) return `CC ${kind.toUpperCase()} ${version}`
  if (/creativecommons\.org\/publicdomain\/zero/.test(licence ?? '')) return 'CC0 1.0'
  return (
    licence && (/^CC-/.test(licence) ? licence.replace('CC-', 'CC ').replace(/-(?=\d)/, ' ') : licence).slice(0, 100)
  )
}
