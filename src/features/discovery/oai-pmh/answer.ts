import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { pageKinds } from '#content/entry/address.ts'
import { dublinCoreXml, oaiDc } from '#content/entry/dublin-core.ts'
import { kindPlural } from '#content/entry/kind-names.ts'
import { isId } from '#core/id.ts'
import { declaration, element, type Xml } from '#text/xml.ts'
import { earliestStamp, recordsByStamp, type Stamped, stampedRecord } from '../stamps/queries.ts'
import { argumentsOf, OaiError, spanOf, type Token, tokenOf, tokenText } from './arguments.ts'

type Repository = {
  db: NodePgDatabase
  name: string
  baseUrl: string
  contactEmail: string | undefined
  /** The time up to which all stamps were given before this request reads them. */
  stampedUntil: string
}

const pageSize = 100
const prefix = 'oai_dc'
const oai = 'http://www.openarchives.org/OAI/2.0/'
const xsi = 'http://www.w3.org/2001/XMLSchema-instance'

/** Returns the answer of the repository (OAI-PMH 2.0), including protocol errors. */
export async function oaiAnswer(repository: Repository, params: URLSearchParams): Promise<string> {
  const address = `${repository.baseUrl}/oai`
  let requestAttributes: Record<string, string> = {}
  let content: Xml
  try {
    const { verb, ...args } = argumentsOf(params)
    requestAttributes = { verb, ...args }
    content = element(verb, {}, await (answers[verb] as Answer)(repository, args))
  } catch (error) {
    if (!(error instanceof OaiError)) throw error
    if (!error.understood) requestAttributes = {}
    content = element('error', { code: error.code }, error.message)
  }
  const root = element(
    'OAI-PMH',
    { xmlns: oai, 'xmlns:xsi': xsi, 'xsi:schemaLocation': `${oai} ${oai}OAI-PMH.xsd` },
    // Harvesters ask for changes since this date the next time, so it must not be later than a stamp that they lack.
    element('responseDate', {}, toTheSecond(repository.stampedUntil)),
    element('request', requestAttributes, address),
    content,
  )
  return declaration + root.xml
}

type Answer = (repository: Repository, args: Record<string, string>) => Xml[] | Promise<Xml[]>

const answers: Record<string, Answer> = {
  async Identify({ db, name, baseUrl, contactEmail }) {
    const { hostname } = new URL(baseUrl)
    // The protocol requires an address; `.invalid` shows that there is none.
    const email = contactEmail ?? `nobody@${hostname.replaceAll(/[[\]:]/g, '')}.invalid`
    return [
      element('repositoryName', {}, name),
      element('baseURL', {}, `${baseUrl}/oai`),
      element('protocolVersion', {}, '2.0'),
      element('adminEmail', {}, email),
      element('earliestDatestamp', {}, toTheSecond((await earliestStamp(db)) ?? '1970-01-01T00:00:00.000Z')),
      element('deletedRecord', {}, 'persistent'),
      element('granularity', {}, 'YYYY-MM-DDThh:mm:ssZ'),
    ]
  },

  async ListMetadataFormats(repository, { identifier }) {
    if (identifier !== undefined) await recordOf(repository, identifier)
    const format = [
      element('metadataPrefix', {}, prefix),
      element('schema', {}, 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd'),
      element('metadataNamespace', {}, oaiDc),
    ]
    return [element('metadataFormat', {}, format)]
  },

  ListSets(_, { resumptionToken }) {
    if (resumptionToken !== undefined) throw new OaiError('badResumptionToken', 'All sets are listed in one response.')
    return pageKinds.map((type) =>
      element('set', {}, element('setSpec', {}, type), element('setName', {}, kindPlural(type))),
    )
  },

  ListIdentifiers: (repository, args) => list(repository, args, (record) => headerOf(repository, record)),
  ListRecords: (repository, args) => list(repository, args, (record) => recordXml(repository, record)),

  async GetRecord(repository, { identifier = '', metadataPrefix = '' }) {
    const record = await recordOf(repository, identifier)
    requirePrefix(metadataPrefix)
    return [recordXml(repository, record)]
  },
}

async function list(repository: Repository, args: Record<string, string>, write: (record: Stamped) => Xml) {
  const { resumptionToken, metadataPrefix = '' } = args
  const token = resumptionToken === undefined ? undefined : tokenOf(resumptionToken)
  if (!token) requirePrefix(metadataPrefix)
  const { set, from, until }: { set?: string; from?: string; until?: string } = token ?? args
  const selection = { type: set, ...spanOf({ from, until }), after: token }
  const records = await recordsByStamp(repository.db, selection, pageSize + 1)
  const page = records.slice(0, pageSize)
  const last = page.at(-1)
  if (!last && !token) throw new OaiError('noRecordsMatch', 'Nothing matches these arguments.')
  // The last part of a resumed list can be empty, which the schema doesn't allow.
  if (!last) throw new OaiError('badResumptionToken', 'The records that this resumptionToken led to are gone.')
  const elements = page.map(write)
  const cursor = token?.cursor ?? 0
  if (records.length > pageSize) {
    const next: Token = { set, from, until, changed: last.changed, id: last.id, cursor: cursor + page.length }
    return [...elements, element('resumptionToken', { cursor }, tokenText(next))]
  }
  return token ? [...elements, element('resumptionToken', { cursor })] : elements
}

function requirePrefix(requested: string): void {
  if (requested !== prefix) throw new OaiError('cannotDisseminateFormat', `Records are available only as ${prefix}.`)
}

async function recordOf({ db, ...repository }: Repository, identifier: string): Promise<Stamped> {
  const id = identifier.slice(identifier.lastIndexOf(':') + 1)
  const isOwn = isId(id) && identifierOf(repository, id) === identifier
  const stamped = isOwn ? await stampedRecord(db, id) : undefined
  if (!stamped) throw new OaiError('idDoesNotExist', 'There is no such record.')
  return stamped
}

function identifierOf({ baseUrl }: Pick<Repository, 'baseUrl'>, id: string): string {
  return `oai:${new URL(baseUrl).hostname}:${id}`
}

function headerOf(repository: Repository, { id, type, stamp, record }: Stamped): Xml {
  return element(
    'header',
    record ? {} : { status: 'deleted' },
    element('identifier', {}, identifierOf(repository, id)),
    element('datestamp', {}, stamp),
    element('setSpec', {}, type),
  )
}

function recordXml(repository: Repository, stamped: Stamped): Xml {
  const { record } = stamped
  const metadata = record && element('metadata', {}, dublinCoreXml(record, repository))
  return element('record', {}, headerOf(repository, stamped), metadata)
}

function toTheSecond(moment: string): string {
  return `${moment.slice(0, 19)}Z`
}
