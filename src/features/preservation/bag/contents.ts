import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type Described, dublinCoreXml, type FileFacts } from '#content/entry/dublin-core.ts'
import { readLanguages } from '#content/language/queries.ts'
import { extensionOf } from '#content/media/receive/sniff.ts'
import type { Site } from '#core/context.ts'
import { unlessGone } from '#core/errors.ts'
import type { Storage } from '#core/storage.ts'
import { withoutEnding } from '#text/file-name.ts'
import { declaration } from '#text/xml.ts'
import {
  besides,
  type CompleteEntry,
  completeEntries,
  groupsOf,
  linksOf,
  peopleOf,
  type Row,
  type Scope,
} from './queries.ts'
import { fileMadeAgain, personColumns } from './tables.ts'
import { type BagFile, bag, type Info, type Payload, safeName } from './write.ts'

type Source = { db: NodePgDatabase; storage: Storage; site: Pick<Site, 'name' | 'baseUrl' | 'contactEmail'> }

/** The label in bag-info.txt for the format. Increase `format` if older software would lose data on import. */
export const formatLabel = 'Urithi-Archive'
export const format = '1'

/** Yields the files of a bag with everything in the scope. @param top name of the bag's folder */
export function archiveBag(source: Source, scope: Scope, top: string): AsyncGenerator<BagFile> {
  const { site } = source
  const today = new Date().toISOString().slice(0, 10)
  const isComplete = scope.section === undefined && scope.viewer === undefined
  const part = scope.section ?? (isComplete ? 'the complete archive' : 'the entries that one keeper can see')
  const info: Info = [
    ['Source-Organization', site.name],
    ...(site.contactEmail ? [['Contact-Email', site.contactEmail] as [string, string]] : []),
    ['External-Description', `${site.name}: ${part}`],
    ['External-Identifier', site.baseUrl],
    ['Bagging-Date', today],
    ['Bag-Software-Agent', 'Urithi'],
    [formatLabel, format],
  ]
  return bag(top, payload(source, scope), info, { 'README.txt': readme(site, part, today) })
}

async function* payload({ db, storage, site }: Source, scope: Scope): Payload {
  const people = new Set<string>()
  const groups = new Set<string>()
  for await (const item of completeEntries(db, scope)) {
    notePeople(item)
    for (const id of item.entry.groups as string[]) groups.add(id)
    const folder = `entries/${item.type}/${safeName(item.title)}-${item.id}`
    const files: Row[] = []
    for (const [at, file] of item.files.entries()) {
      const fields = Object.fromEntries(Object.entries(file).filter(([name]) => !fileMadeAgain.includes(name)))
      const body = await storage.open(file.storage_key).catch(unlessGone)
      if (!body) {
        files.push({ ...fields, damage: 'missing' })
        continue
      }
      const name = `${at + 1}-${safeName(withoutEnding(file.name))}.${extensionOf(file.content_type)}`
      const { sha256 } = yield { path: `${folder}/${name}`, body, modifiedAt: new Date(String(file.stored_at)) }
      files.push({ ...fields, path: name, damage: sha256 === file.sha256 ? null : 'damaged' })
    }
    const { id, type, title, author, entry, own, tables } = item
    const record = { format: `urithi-entry/${format}`, id, type, title, author, entry, own, files, ...tables }
    yield { path: `${folder}/metadata.json`, body: toJson(record) }
    yield { path: `${folder}/dublin-core.xml`, body: `${declaration}${dublinCoreXml(describedBy(item), site).xml}\n` }
  }
  const links = await linksOf(db, scope)
  for (const link of links) noteIn(link)
  yield { path: 'links.json', body: toJson(links) }
  yield { path: 'groups.json', body: toJson(await groupsOf(db, groups)) }
  yield { path: 'languages.json', body: toJson(await readLanguages(db)) }
  if (!scope.viewer && scope.section === undefined) {
    const { introductions, letters, ledger } = await besides(db)
    for (const row of [...introductions, ...ledger]) noteIn(row)
    yield { path: 'introductions.json', body: toJson(introductions) }
    yield { path: 'letters.json', body: toJson(letters) }
    yield { path: 'ledger.json', body: toJson(ledger) }
  }
  yield { path: 'people.json', body: toJson(await peopleOf(db, people)) }

  function notePeople({ entry, own, files, tables }: CompleteEntry) {
    for (const row of [entry, own ?? {}, ...files, ...Object.values(tables).flat()]) noteIn(row)
  }
  function noteIn(row: Row) {
    for (const column of personColumns) if (typeof row[column] === 'string') people.add(row[column])
  }
}

/** Returns an entry as it is described to harvesters. */
function describedBy({ id, type, title, author, entry, own, files }: CompleteEntry): Described {
  const createdAt = String(entry.created_at)
  return {
    ...{ id, type, title, author },
    names: entry.names as string[],
    words: String(entry.words),
    labels: entry.labels as string[],
    publishedAt: String(entry.published_at ?? createdAt),
    own,
    files: files.map(({ id, kind, content_type, size }) => ({
      id,
      kind,
      contentType: content_type,
      size,
    })) as FileFacts[],
  }
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function readme(site: Source['site'], part: string, today: string): string {
  return `${site.name}: ${part}, ${today}
${site.baseUrl}

This folder is a "bag" (BagIt 1.0, RFC 8493). It contains files, and lists of checksums that show whether any file is
missing or has changed. You need no special software to read it.

Contents
  data/entries/<type>/<title and id>/       one folder for each entry:
    1-....jpg, 2-....mp3                    its original files, unchanged
    dublin-core.xml                         its description in Dublin Core, a format that libraries use
    metadata.json                           its full record: text, who may see it ("visibility", "groups"), labels,
                                            what the people in it agreed to ("consents"), and earlier versions
  data/links.json                           links between entries
  data/people.json                          names of the people whose ids the records contain
  data/groups.json                          names of the groups that some entries are limited to
  data/languages.json                       languages of the texts, with their codes
  data/introductions.json, letters.json     introductions of the sections, and the letters of the dictionary
  data/ledger.json                          entries that were removed or withdrawn and must not be restored
The last three files exist only in a bag of the complete archive.

Before you show any of this to other people: "visibility" says who may see an entry (public, members, keepers), "groups"
limits it to some people, and "labels" and "consents" say how it may be used. These rules apply wherever the bag goes.

To check that all files are intact (Linux, macOS):  sha256sum -c manifest-sha256.txt
To import the bag into another Urithi site:         npm run bag:import -- <this folder>
`
}
