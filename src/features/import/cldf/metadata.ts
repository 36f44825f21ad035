import { z } from 'zod'
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
  /** By the term of CLDF that a column stands for, lower case (`id`, `languagereference`), and by its own name. */
  columns: Map<string, { name: string; separator: string | null }>
}

export type Dataset = {
  /** By the last part of their terms: `FormTable`, `LanguageTable`, `ParameterTable`. */
  tables: Map<string, CldfTable>
  /** Names the dataset among others. */
  id: string
  title: string | null
  citation: string | null
  licence: string | null
  sources: string | null
}

/** The Wordlist in a zip (CLDF 1.x, a profile of CSVW). Throws Unusable when there is none. */
export async function readMetadata(zip: Zip): Promise<Dataset> {
  const names = zip.names.filter((name) => /(^|[/-])metadata\.json$/.test(name)).sort((a, b) => a.length - b.length)
  let other = false
  for (const name of names.slice(0, 10)) {
    const { data } = Metadata.safeParse(parsed(await textOf(await zip.open(name, largestMetadata))))
    if (data?.['dc:conformsTo'].endsWith(`${terms}Wordlist`))
      return datasetOf(data, name.slice(0, name.lastIndexOf('/') + 1))
    other ||= data?.['dc:conformsTo'].includes(terms) ?? false
  }
  throw new Unusable(other ? refusals.notWordlist : refusals.noDataset)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function datasetOf(metadata: z.output<typeof Metadata>, folder: string): Dataset {
  const said = (...keys: string[]) => {
    const found = keys.map((key) => metadata[key]).find((value) => typeof value === 'string' && value.trim() !== '')
    return typeof found === 'string' ? found.trim() : null
  }
  const tables = metadata.tables.map((table): [string, CldfTable] => [
    (table['dc:conformsTo'] ?? '').split('#').at(-1) ?? '',
    {
      name: folder + table.url,
      delimiter: table.dialect?.delimiter ?? metadata.dialect?.delimiter ?? ',',
      columns: new Map(
        table.tableSchema.columns.flatMap(({ name, propertyUrl, separator = null }) => {
          const term = propertyUrl?.includes(terms) ? propertyUrl.split('#').at(-1)?.toLowerCase() : undefined
          return [term ?? name.toLowerCase(), name.toLowerCase()].map((key) => [key, { name, separator }] as const)
        }),
      ),
    },
  ])
  const title = said('dc:title')
  const sources = said('dc:source')
  return {
    tables: new Map(tables),
    id: (said('rdf:ID', 'dc:identifier', 'dc:title') ?? 'cldf').slice(0, 100),
    title,
    citation: said('dc:bibliographicCitation', 'dc:title'),
    licence: licenceOf(said('dc:license', 'dc:rights')),
    sources: sources && folder + sources,
  }
}

/** "CC BY 4.0" for the address of that licence. */
export function licenceOf(said: string | null): string | null {
  const [, kind, version] = /creativecommons\.org\/licenses\/([a-z-]+)\/(\d\.\d)/.exec(said ?? '') ?? []
  if (kind) return `CC ${kind.toUpperCase()} ${version}`
  if (/creativecommons\.org\/publicdomain\/zero/.test(said ?? '')) return 'CC0 1.0'
  return said && (/^CC-/.test(said) ? said.replace('CC-', 'CC ').replace(/-(?=\d)/, ' ') : said).slice(0, 100)
}
