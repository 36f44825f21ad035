import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { text } from '#features/search/text.ts'
import { dublinCoreXml, oaiDc } from '../dublin-core.ts'
import {
  changedRecords,
  type EntryRecord,
  earliestChange,
  publicRecord,
  type Removed,
  removedRecord,
  removedRecords,
  types,
} from '../queries.ts'
import { declaration, element, type Xml } from '../xml.ts'
import { argumentsOf, OaiError, spanOf, type Token, tokenOf, tokenText } from './arguments.ts'

type Repository = { db: NodePgDatabase; name: string; baseUrl: string; contactEmail: string | undefined }

const pageSize = 100
const prefix = 'oai_dc'
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const oai = 'http://www.openarchives.org/OAI/2.0/'
const xsi = 'http://www.w3.org/2001/XMLSchema-instance'

/** The answer of the repository (OAI-PMH 2.0) to the arguments of a request, problems included. */
export async function oaiAnswer(repository: Repository, given: URLSearchParams): Promise<string> {
  const address = `${repository.baseUrl}/oai`
  let told: Record<string, string> = {}
  let said: Xml
  try {
    const { verb, ...args } = argumentsOf(given)
    told = { verb, ...args }
    said = element(verb, {}, await (answers[verb] as Answer)(repository, args))
  } catch (error) {
    if (!(error instanceof OaiError)) throw error
    if (!error.understood) told = {}
    said = element('error', { code: error.code }, error.message)
  }
  const whole = element(
    'OAI-PMH',
    { xmlns: oai, 'xmlns:xsi': xsi, 'xsi:schemaLocation': `${oai} ${oai}OAI-PMH.xsd` },
    element('responseDate', {}, toTheSecond(new Date().toISOString())),
    element('request', told, address),
    said,
  )
  return declaration + whole.xml
}

type Answer = (repository: Repository, args: Record<string, string>) => Xml[] | Promise<Xml[]>

const answers: Record<string, Answer> = {
  async Identify({ db, name, baseUrl, contactEmail }) {
    const { hostname } = new URL(baseUrl)
    // The protocol asks for an address; one that no mail reaches says that there is none.
    const email = contactEmail ?? `nobody@${hostname.replaceAll(/[[\]:]/g, '')}.invalid`
    return [
      element('repositoryName', {}, name),
      element('baseURL', {}, `${baseUrl}/oai`),
      element('protocolVersion', {}, '2.0'),
      element('adminEmail', {}, email),
      element('earliestDatestamp', {}, toTheSecond((await earliestChange(db)) ?? '1970-01-01T00:00:00.000Z')),
      // Of what was shown to fewer people before it went, or removed before this was kept, nothing is told.
      element('deletedRecord', {}, 'transient'),
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
    if (resumptionToken !== undefined) throw new OaiError('badResumptionToken', 'All sets are told at once.')
    const names: Record<string, string> = text.types
    return types.map((type) =>
      element('set', {}, element('setSpec', {}, type), element('setName', {}, names[type] ?? type)),
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

/** An entry, or what is left of one. */
type Told = EntryRecord | Removed

async function list(repository: Repository, args: Record<string, string>, write: (record: Told) => Xml) {
  const { resumptionToken, metadataPrefix = '' } = args
  const token = resumptionToken === undefined ? undefined : tokenOf(resumptionToken)
  if (!token) requirePrefix(metadataPrefix)
  const { set, from, until }: { set?: string; from?: string; until?: string } = token ?? args
  const selection = { type: set, ...spanOf({ from, until }), after: token }
  const both: Told[][] = await Promise.all([
    changedRecords(repository.db, selection, pageSize + 1),
    removedRecords(repository.db, selection, pageSize + 1),
  ])
  const records = both.flat().sort(byChange)
  const shown = records.slice(0, pageSize)
  const last = shown.at(-1)
  if (!last && !token) throw new OaiError('noRecordsMatch', 'Nothing matches these arguments.')
  // The last part of a list that ended with its token just before may be empty, which the schema does not allow.
  if (!last) throw new OaiError('badResumptionToken', 'What this resumptionToken led to is gone.')
  const written = shown.map(write)
  const cursor = token?.cursor ?? 0
  if (records.length > pageSize) {
    const next: Token = { set, from, until, changed: last.changed, id: last.id, cursor: cursor + shown.length }
    return [...written, element('resumptionToken', { cursor }, tokenText(next))]
  }
  return token ? [...written, element('resumptionToken', { cursor })] : written
}

function byChange(one: Told, other: Told): number {
  const [a, b] = [one, other].map(({ changed, id }) => changed + id)
  return (a ?? '') < (b ?? '') ? -1 : 1
}

function requirePrefix(asked: string): void {
  if (asked !== prefix) throw new OaiError('cannotDisseminateFormat', `Records are told as ${prefix} alone.`)
}

async function recordOf({ db, ...repository }: Repository, identifier: string): Promise<Told> {
  const id = identifier.slice(identifier.lastIndexOf(':') + 1)
  const known = uuid.test(id) && identifierOf(repository, id) === identifier
  const record = known ? ((await publicRecord(db, id)) ?? (await removedRecord(db, id))) : undefined
  if (!record) throw new OaiError('idDoesNotExist', 'There is no such record.')
  return record
}

function identifierOf({ baseUrl }: Pick<Repository, 'baseUrl'>, id: string): string {
  return `oai:${new URL(baseUrl).hostname}:${id}`
}

function headerOf(repository: Repository, record: Told): Xml {
  const { id, type, updatedAt } = record
  return element(
    'header',
    isGone(record) ? { status: 'deleted' } : {},
    element('identifier', {}, identifierOf(repository, id)),
    element('datestamp', {}, updatedAt),
    element('setSpec', {}, type),
  )
}

function isGone(record: Told): record is Removed {
  return !('title' in record)
}

function recordXml(repository: Repository, record: Told): Xml {
  if (isGone(record)) return element('record', {}, headerOf(repository, record))
  const metadata = dublinCoreXml(record, repository)
  return element('record', {}, headerOf(repository, record), element('metadata', {}, metadata))
}

function toTheSecond(moment: string): string {
  return `${moment.slice(0, 19)}Z`
}
