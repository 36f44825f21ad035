import { randomUUIDv7 } from 'node:crypto'
import { keepFacets } from '#content/entry/list/facets.ts'
import { insertEntries } from '#content/entry/write/bulk.ts'
import { cleanHtml } from '#content/entry/write/html.ts'
import { kinds } from '#content/kinds.ts'
import { isWithdrawn } from '#content/media/queries.ts'
import { refoldAll } from '#content/refold.ts'
import { audit } from '#core/audit.ts'
import type { JobContext } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { withPresentNames } from '#text/earlier-names.ts'
import { formatLabel, format as supportedFormat } from '../contents.ts'
import { type EntryRecord, Languages, Letters, People, parsed, parseEntry, Rows } from '../metadata.ts'
import { BadBag, openBag } from '../open.ts'
import type { Row } from '../queries.ts'
import { refusals } from '../refusals.ts'
import { carried, ownTables } from '../tables.ts'
import { type Valid, validate } from '../validate.ts'
import { asBadBag, type Stored, storing } from './files.ts'
import {
  areHere,
  askForAllCopies,
  insertEntryRows,
  insertFiles,
  insertGroups,
  insertMedia,
  insertPeople,
  insertRows,
  insertWordRows,
  isStoredHere,
  makeRoomForWords,
  standsAgainst,
  takeLanguages,
  takeLetters,
} from './queries.ts'

export type Outcome = {
  added: number
  /** Entries that already exist here, and stay unchanged. */
  alreadyHere: number
  /** Entries that are left out because this site's ledger lists them as removed, or their files as withdrawn. */
  keptAway: number
  /** Paths of files that were refused, such as those of unsupported types. */
  notTaken: string[]
}

export type Importing = Pick<JobContext, 'db' | 'storage'> & {
  transaction<T>(work: (ctx: Pick<JobContext, 'db' | 'addJob' | 'contentChanged'>) => Promise<T>): Promise<T>
}

/**
 * Imports a bag from a folder or a zip: everything if this software made it, otherwise only pictures, recordings and
 * videos, visible to keepers only. Imports all or nothing; a second import adds nothing. Throws BadBag if the bag is
 * refused.
 */
export async function importBag(ctx: Importing, path: string): Promise<Outcome> {
  const opened = await openBag(path)
  try {
    const bag = await validate(opened)
    const format = bag.info.get(formatLabel.toLowerCase())
    if (format === undefined) return await importForeign(ctx, bag)
    if (format !== supportedFormat) throw new BadBag(refusals.newer)
    return await importOwn(ctx, bag)
  } finally {
    await opened.close()
  }
}

type NewFile = Stored & { id: string; entryId: string; path: string }

/**
 * Extensions of audio files. For a container that can hold either audio or video, such as Ogg, the extension decides
 * which.
 */
const sounds = /\.(m4a|mka|oga|ogg|opus|weba|aac|amr|wav|mp3|flac)$/i

/** Imports each picture, recording and video as an entry that only keepers can see, with its file name as the title. */
function importForeign({ db, storage, transaction }: Importing, bag: Valid): Promise<Outcome> {
  const outcome: Outcome = { added: 0, alreadyHere: 0, keptAway: 0, notTaken: [] }
  const labels = [bag.info.get('external-description'), bag.info.get('source-organization')].filter(Boolean)
  return storing(storage, bag, async (store) => {
    const newFiles = new Map<string, NewFile>()
    for (const [path, sha256] of bag.payload) {
      if (await isWithdrawn(db, sha256)) outcome.keptAway++
      else if (newFiles.has(sha256) || (await isStoredHere(db, sha256))) outcome.alreadyHere++
      else {
        const id = randomUUIDv7()
        const stored = await store(id, path, sounds.test(path) ? 'audio/unknown' : '').catch(ignoreRefusal)
        if (stored) newFiles.set(sha256, { ...stored, id, entryId: randomUUIDv7(), path })
        else outcome.notTaken.push(path)
      }
    }
    const list = [...newFiles.values()]
    if (list.length === 0) return outcome
    await transaction(async (inside) => {
      const visibility = 'keepers' as const
      const entries = list.map(({ entryId, path }) => ({
        ...{ id: entryId, title: titleOf(path), visibility, words: [...labels, path].join('\n'), names: [] },
        ...{ confirmed: false, confirmedBy: null },
      }))
      const posts = list.map((one) => ({
        ...one,
        name: one.path.split('/').at(-1) ?? '',
        description: [...labels, one.path].join('\n'),
      }))
      const ids = list.map(({ entryId }) => entryId)
      await insertEntries(inside.db, kinds.media.type, entries)
      await insertMedia(inside.db, posts)
      await keepFacets(inside.db, ids)
      await askForAllCopies(inside, list)
      await audit({ db: inside.db, viewer: null }, 'bag:import', null, { added: list.length })
      inside.contentChanged()
    })
    return { ...outcome, added: list.length }
  })
}

function titleOf(path: string): string {
  const name = path.split('/').at(-1) ?? path
  return (
    name
      .replace(/\.[^.]*$/, '')
      .replace(/[_\s]+/g, ' ')
      .trim()
      .slice(0, 200) || name
  )
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}

type Inside = Parameters<Parameters<Importing['transaction']>[0]>[0]
type Candidate = { path: string; wordSource: string | undefined }

const batch = 200
/** Columns with HTML, in any table. */
const html = ['content', 'body']

/** Imports a bag that this software made, and keeps the original ids. */
function importOwn(ctx: Importing, bag: Valid): Promise<Outcome> {
  const outcome: Outcome = { added: 0, alreadyHere: 0, keptAway: 0, notTaken: [] }
  return storing(ctx.storage, bag, async (store) => {
    const stored = new Map<string, Stored>()
    const candidates: Candidate[] = []
    for (const path of bag.payload.keys()) {
      if (!/^entries\/[^/]+\/[^/]+\/metadata\.json$/.test(path)) continue
      const record = parseEntry(await bag.text(path), path)
      if (!(record.type in ownTables)) throw new BadBag(refusals.newer)
      const hashes = record.files.map(({ sha256 }) => sha256)
      const skipReason = await standsAgainst(ctx.db, record.id, hashes)
      if (skipReason) {
        outcome[skipReason]++
        continue
      }
      for (const file of record.files) {
        if (file.path === undefined) continue
        const filePath = besides(path, file.path)
        const received = store(file.id, filePath, file.content_type)
        const storedFile = await (file.damage ? received.catch(() => undefined) : received.catch(asBadBag(filePath)))
        if (storedFile && !file.damage && storedFile.sha256 !== file.sha256)
          throw new BadBag(refusals.badRecord(`data/${path}`))
        if (storedFile) stored.set(file.id, storedFile)
      }
      const source = record.own?.source_id
      candidates.push({ path, wordSource: typeof source === 'string' ? source : undefined })
    }
    await ctx.transaction((inside) => addAll(inside, bag, candidates, stored, outcome)).catch(asClash)
    return outcome
  })
}

async function addAll(
  inside: Inside,
  bag: Valid,
  candidates: Candidate[],
  stored: Map<string, Stored>,
  outcome: Outcome,
): Promise<void> {
  const { db } = inside
  const list = async (path: string) => (bag.payload.has(path) ? parsed(Rows, await bag.text(path), path) : [])
  if (bag.payload.has('people.json'))
    await insertPeople(db, parsed(People, await bag.text('people.json'), 'people.json'))
  await insertGroups(db, await list('groups.json'))
  const path = 'languages.json'
  const inLanguage = await takeLanguages(db, bag.payload.has(path) ? parsed(Languages, await bag.text(path), path) : [])
  if (bag.payload.has('letters.json'))
    await takeLetters(db, parsed(Letters, await bag.text('letters.json'), 'letters.json'))

  const sources = candidates.flatMap(({ wordSource }) => wordSource ?? [])
  const takenSources = await makeRoomForWords(db, sources)
  const additions = candidates.filter(({ wordSource }) => wordSource === undefined || !takenSources.has(wordSource))
  outcome.alreadyHere += candidates.length - additions.length
  outcome.added = additions.length
  // All entries are inserted first, because other rows refer to them.
  const storedFiles: { id: string; kind: string }[] = []
  for await (const records of recordsOf(bag, additions)) {
    const entries = records.map(({ entry }) => entry)
    const files = records.flatMap((record) => record.files)
    const originals = files.map((file) => ({ file, stored: stored.get(file.id) }))
    await insertEntryRows(db, entries)
    await insertFiles(db, originals)
    for (const { id } of files) {
      const kind = stored.get(id)?.kind
      if (kind) storedFiles.push({ id, kind })
    }
  }
  for await (const records of recordsOf(bag, additions)) {
    for (const [type, table] of Object.entries(ownTables)) {
      const rows = records.flatMap((record) =>
        record.type === type && record.own ? [inLanguage(table, clean(withPresentNames(record.own)))] : [],
      )
      if (type === kinds.vocabulary.type) await insertWordRows(db, rows)
      else await insertRows(db, table, type === kinds.conservation.type ? await withArtifacts(db, rows) : rows)
    }
    for (const table of Object.keys(carried)) {
      const rows = records.flatMap((record) => rowsOf(record, table))
      await insertRows(db, table, table === 'versions' ? rows.map(cleanVersion) : rows)
    }
  }
  const links = await list('links.json')
  const linkedIds = links.flatMap(({ from_id, to_id }) => [String(from_id), String(to_id)])
  const ends = await areHere(db, linkedIds)
  const completeLinks = links.filter(({ from_id, to_id }) => ends.has(String(from_id)) && ends.has(String(to_id)))
  await insertRows(db, 'entry_links', completeLinks, true)
  await insertRows(db, 'introductions', (await list('introductions.json')).map(clean), true)
  await insertRows(db, 'ledger', await list('ledger.json'), true)
  await refoldAll(db)
  await askForAllCopies(inside, storedFiles)
  await audit({ db, viewer: null }, 'bag:import', null, { added: outcome.added })
  inside.contentChanged()
}

/** Returns a record's rows for a table. Throws BadBag for a row of another entry, which may exist on this site. */
function rowsOf(record: EntryRecord, table: string): Row[] {
  const path = `${record.id}: ${table}`
  const rows = parsed(Rows, JSON.stringify(record[table] ?? []), path)
  if (rows.some(({ entry_id: id }) => id !== record.id)) throw new BadBag(refusals.badRecord(path))
  return rows
}

/** Yields the records of entries in batches. */
async function* recordsOf(bag: Valid, candidates: Candidate[]): AsyncGenerator<EntryRecord[]> {
  for (let at = 0; at < candidates.length; at += batch) {
    const records: EntryRecord[] = []
    for (const { path } of candidates.slice(at, at + batch)) records.push(parseEntry(await bag.text(path), path))
    yield records
  }
}

/** Returns the path of the file `name` in the same folder as `path`. */
function besides(path: string, name: string): string {
  return `${path.slice(0, path.lastIndexOf('/') + 1)}${name}`.normalize('NFC')
}

/** Sanitizes HTML from a bag like HTML from members. */
function clean(row: Row): Row {
  const cleaned = html.flatMap((column) => {
    const value = row[column]
    return typeof value === 'string' ? [[column, cleanHtml(value, '').html]] : []
  })
  return { ...row, ...Object.fromEntries(cleaned) }
}

function cleanVersion(row: Row): Row {
  const { own, ...record } = row.record as Row
  return { ...row, record: { ...record, own: clean(withPresentNames((own ?? {}) as Row)) } }
}

/** Clears references to artifacts that don't exist on this site. */
async function withArtifacts(db: Inside['db'], rows: Row[]): Promise<Row[]> {
  const ids = rows.flatMap(({ artifact_id: id }) => (typeof id === 'string' ? [id] : []))
  const here = await areHere(db, ids)
  return rows.map((row) => ({ ...row, artifact_id: here.has(String(row.artifact_id)) ? row.artifact_id : null }))
}

/** Throws BadBag for invalid values and violated constraints, because they mean that the bag is invalid. */
function asClash(error: unknown): never {
  const { code } = ((error as Error).cause ?? error) as { code?: string }
  throw /^2[23]/.test(code ?? '') ? new BadBag(refusals.clash) : error
}
