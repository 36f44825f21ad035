import { z } from 'zod'
import { headerOf } from '#content/entry/write/importable.ts'
import { refusals } from '../refusals.ts'
import { Unusable } from '../source.ts'
import { textOf, type Zip } from './zip.ts'

const terms = 'cldf.clld.org/v1.0/terms.rdf#'
const largestMetadata = 5_000_000

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
  sources: string | null
}

/** Reads the metadata of the Wordlist in a ZIP file (CLDF 1.x, a profile of CSVW). Throws Unusable if there is none. */
export async function readMetadata(zip: Zip): Promise<Dataset> {
  const names = zip.names.filter((name) => /(^|[/-])metadata\.json$/.test(name)).sort((a, b) => a.length - b.length)
  let hasOtherDataset = false
  for (const name of names.slice(0, 10)) {
    const { data } = Metadata.safeParse(parseJson(await textOf(await zip.open(name, largestMetadata))))
    if (data?.['dc:conformsTo'].endsWith(`${terms}Wordlist`))
      return datasetOf(data, name.slice(0, name.lastIndexOf('/') + 1))
    hasOtherDataset ||= data?.['dc:conformsTo'].includes(terms) ?? false
  }
  throw new Unusable(hasOtherDataset ? refusals.notWordlist : refusals.noDataset)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function datasetOf(metadata: z.output<typeof Metadata>, folder: string): Dataset {
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
      name: folder + table.url,
      delimiter: table.dialect?.delimiter ?? metadata.dialect?.delimiter ?? ',',
      isEscaped,
      columns: new Map(
        table.tableSchema.columns.flatMap(({ name, propertyUrl, separator = null }) => {
          const term = propertyUrl?.includes(terms) ? propertyUrl.split('#').at(-1)?.toLowerCase() : undefined
          return [term ?? name.toLowerCase(), name.toLowerCase()].map((key) => [key, { name, separator }] as const)
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
    sources: sources && folder + sources,
  }
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
