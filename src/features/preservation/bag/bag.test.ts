import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ledger } from '#content/entry/consent/table.ts'
import { entries } from '#content/entry/table.ts'
import { files } from '#content/media/table.ts'
import { importPublishedWords } from '#content/vocabulary/import.ts'
import { vocabulary } from '#content/vocabulary/table.ts'
import { auditLog } from '#core/tables.ts'
import { jobContextOf } from '#server/jobs/jobs.ts'
import { problemsOf } from '#test/bagit.ts'
import { buildArticle, buildArtifact, buildConservation, buildHeritage } from '#test/build.ts'
import { cast, type Person, type TestSite, testSite } from '#test/harness.ts'
import { getFile, phonePhoto, sound, uploadFile } from '#test/samples.ts'
import { archiveBag } from './contents.ts'
import { importBag } from './import/import.ts'
import { placeBag, topOf } from './place.ts'
import type { Scope } from './queries.ts'
import { carried, leftBehind, ownTables } from './tables.ts'

const site = testSite()
const other = testSite()
const empty = testSite()
const folder = mkdtempSync(join(tmpdir(), 'urithi-bag-'))
const bag = join(folder, 'whole')
const { keeper, member } = cast(site)
let photo: Buffer
let recording: Buffer

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const contextOf = ({ services }: TestSite) => jobContextOf(services, new AbortController().signal)
const bring = (to: TestSite, path: string) => importBag(contextOf(to), path)
const write = ({ services }: TestSite, path: string, scope: Scope = {}) =>
  placeBag(archiveBag(services, scope, topOf(path)), path)
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const ok = ({ status, body }: { status: number; body: any }) => {
  if (status >= 300) throw new Error(`refused with ${status}: ${JSON.stringify(body)}`)
  return body
}

const sent: Record<string, string> = {}

beforeAll(async () => {
  photo = await phonePhoto(64, 48)
  recording = sound(5000)
  const upload = (bytes: Buffer, contentType: string, filename: string) =>
    uploadFile(site, keeper, bytes, { contentType, filename })
  const group = ok(await keeper.call('POST', '/api/groups', { name: 'Sample group', about: 'Sample purpose' }))
  ok(await keeper.call('PUT', `/api/groups/${group.id}/members/${keeper.id}`))
  const picture = await upload(photo, 'image/jpeg', 'CON: photo of St. Sample')
  const article = await buildArticle(member, { content: '<p>Sample text</p><h2>Sample heading</h2>', tags: ['sample'] })
  ok(await keeper.call('PUT', `/api/articles/${article.id}/like`))
  const heritage = await buildHeritage(keeper, { body: '<p>Sample body</p>', cover: picture, groups: [group.id] })
  ok(await keeper.call('PATCH', `/api/heritage/${heritage.id}`, { summary: 'Sample summary', labels: ['sacred'] }))
  const artifact = await buildArtifact(keeper, { point: { latitude: 0.9, longitude: 35.5, blurred: true } })
  await buildConservation(keeper, { artifactId: artifact.id })
  ok(await keeper.call('POST', '/api/languages', { glottocode: 'keiy1238' }))
  const word = ok(
    await keeper.call('POST', '/api/vocabulary', {
      ...{ form: 'sample word form', language: 'eyo' },
      english: 'sample word meaning',
      example: { form: 'sample one', english: 'sample two' },
    }),
  )
  const recordingUrl = await uploadFile(site, member, sound(4000), { contentType: 'audio/mpeg', filename: 'voice.mp3' })
  ok(await member.call('POST', `/api/vocabulary/${word.id}/pronunciations`, { fileUrl: recordingUrl }))
  const link = await upload(recording, 'audio/mpeg', 'tape.mp3')
  const media = ok(await keeper.call('POST', '/api/media', { title: 'Sample recording', link, type: 'AUDIO' }))
  const evidence = await upload(sound(3000), 'audio/mpeg', 'consent.mp3')
  const consent = {
    ...{ people: ['Sample Person'], givenBy: 'Sample Person', how: 'spoken', purposes: ['community'], evidence },
    givenAt: '2024-01-02',
  }
  ok(await keeper.call('POST', `/api/entries/${media.id}/consents`, consent))
  ok(await keeper.call('POST', `/api/entries/${heritage.id}/links`, { to: word.id, relation: 'references' }))
  ok(await member.call('POST', '/api/suggestions', { section: 'ceremonies', text: 'Sample suggestion' }))
  const removed = await buildArticle(member)
  ok(await member.call('DELETE', `/api/articles/${removed.id}`))
  await site.runJobs()
  Object.assign(sent, { article: article.id, heritage: heritage.id, media: media.id, word: word.id, picture })
  await write(site, bag)
})

/** Returns the rows that a bag contains, and the search data that an import computes again. */
async function rowsOf({ db }: TestSite) {
  const names = [
    ...Object.values(ownTables),
    ...Object.keys(carried),
    'entry_links',
    'groups',
    'ledger',
    'introductions',
    'languages',
  ]
  const without: Record<string, string> = { entries: '{search,folding}', vocabulary: '{}' }
  const derived = '{storage_key,variants,clean,processing,percent,checked_at,codec,duration,peaks}'
  const read = async (name: string, left: string) =>
    (
      await db.execute<{ row: object }>(
        sql`select to_jsonb(t) - ${left}::text[] as row from ${sql.raw(`"${name}"`)} t order by to_jsonb(t)::text`,
      )
    ).rows.map(({ row }) => row)
  const all = await Promise.all(names.map(async (name) => [name, await read(name, without[name] ?? '{}')]))
  const people = await db.execute(sql`select id, name from accounts where id in
    (select author_id from entries union select uploader_id from files) order by id`)
  const search = await db.execute(sql`select id, search::text, folding from entries order by id`)
  const terms = await read('vocabulary_terms', '{}')
  const own = { entries: await read('entries', '{search,folding}'), files: await read('files', derived) }
  return { ...Object.fromEntries(all), ...own, people: people.rows, search: search.rows, terms }
}

describe('the bag of the complete archive', () => {
  test('is valid according to RFC 8493 and sha256sum', () => {
    expect(problemsOf(bag)).toEqual([])
    for (const manifest of ['manifest-sha256.txt', 'tagmanifest-sha256.txt'])
      execFileSync('sha256sum', ['--check', '--strict', '--quiet', manifest], { cwd: bag })
  })

  test('contains each original unchanged under a readable name, with Dublin Core and the full record', () => {
    const [name = ''] = readdirSync(join(bag, 'data/entries/heritage'))
    expect(name).toBe(`Sample-ceremony-title-${sent.heritage}`)
    const own = join(bag, 'data/entries/heritage', name)
    expect(readdirSync(own).sort()).toEqual(['1-CON-photo-of-St.-Sample.jpg', 'dublin-core.xml', 'metadata.json'])
    expect(readFileSync(join(own, '1-CON-photo-of-St.-Sample.jpg')).equals(photo)).toBe(true)
    expect(readFileSync(join(own, 'dublin-core.xml'), 'utf8')).toContain('<dc:title>Sample ceremony title</dc:title>')
    const record = JSON.parse(readFileSync(join(own, 'metadata.json'), 'utf8'))
    expect(record).toMatchObject({
      entry: { visibility: 'public', labels: ['sacred'], groups: [expect.any(String)] },
      own: { summary: 'Sample summary' },
      files: [{ path: '1-CON-photo-of-St.-Sample.jpg', sha256: hashOf(photo), damage: null }],
    })
    expect(record.versions).toHaveLength(2)
    expect(readFileSync(join(bag, 'bag-info.txt'), 'utf8')).toMatch(/^Source-Organization: Test Heritage\n/)
    expect(readFileSync(join(bag, 'README.txt'), 'utf8')).toContain('sha256sum -c manifest-sha256.txt')
  })

  test('contains no email addresses', () => {
    const records = readdirSync(bag, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(json|txt|xml)$/.test(name),
    )
    const addresses = records.flatMap((name) => readFileSync(join(bag, name), 'utf8').match(/\S+@\S+/g) ?? [])
    expect(addresses).toEqual([])
  })

  test('can be imported completely into another site; a second import changes nothing', async () => {
    const before = await rowsOf(site)
    expect(await bring(other, bag)).toEqual({ added: 7, alreadyHere: 0, keptAway: 0, notTaken: [] })
    await other.runJobs()
    const imported = await rowsOf(other)
    for (const [name, rows] of Object.entries(before)) expect(imported[name], name).toEqual(rows)
    expect(await bring(other, bag)).toEqual({ added: 0, alreadyHere: 7, keptAway: 0, notTaken: [] })
    expect(await rowsOf(other)).toEqual(imported)
    const reader = await other.person({ roles: ['keeper'] })
    const served = await getFile(
      other,
      `${(await reader.call('GET', `/api/media/${sent.media}`)).body.link}?download`,
      reader,
    )
    expect(Buffer.from(await served.arrayBuffer()).equals(recording)).toBe(true)
    const pronunciations = (await other.call('GET', `/api/vocabulary/${sent.word}/pronunciations`)).body
    expect(pronunciations.items).toMatchObject([{ speaker: { id: member.id, name: expect.any(String) } }])
    // Entries of a group stay limited to it, and the group has no members here yet.
    expect((await reader.call('GET', `/api/heritage/${sent.heritage}`)).status).toBe(404)
    expect((await other.call('GET', `/api/articles/${sent.article}`)).body.author.id).toBe(member.id)
  })

  test('contains words under their current field names only; earlier releases’ bags can be imported', async () => {
    const root = join(folder, 'earlier')
    await write(site, root, { section: 'vocabulary' })
    const [name = ''] = readdirSync(join(root, 'data/entries/vocabulary'))
    const path = join(root, 'data/entries/vocabulary', name, 'metadata.json')
    const record = readFileSync(path, 'utf8')
    expect(record).not.toContain('marakwet')
    writeFileSync(path, record.replaceAll('"form":', '"marakwet":'))
    execFileSync('sh', ['-c', 'find data -type f -print0 | xargs -0 sha256sum > manifest-sha256.txt'], { cwd: root })
    rmSync(join(root, 'tagmanifest-sha256.txt'))
    const info = join(root, 'bag-info.txt')
    writeFileSync(info, readFileSync(info, 'utf8').replace(/^Payload-Oxum.*\n/m, ''))

    const stateOf = async ({ db }: TestSite) =>
      (
        await db.execute(sql`select form, example, record -> 'own' as own from vocabulary
          join versions using (entry_id) where entry_id = ${sent.word} order by number`)
      ).rows
    const before = await stateOf(other)
    await other.db.delete(files).where(eq(files.entryId, sent.word ?? ''))
    await other.db.delete(entries).where(eq(entries.id, sent.word ?? ''))
    await other.db.delete(ledger).where(eq(ledger.entryId, sent.word ?? ''))
    expect(await bring(other, root)).toMatchObject({ added: 1 })
    expect(await stateOf(other)).toEqual(before)
  })

  test('can also be written as a zip with the same contents, and imported from it', async () => {
    const zip = join(folder, 'whole.zip')
    await write(site, zip)
    const unpacked = join(folder, 'unpacked')
    execFileSync('unzip', ['-q', zip, '-d', unpacked])
    expect(problemsOf(join(unpacked, 'whole'))).toEqual([])
    expect(await bring(other, zip)).toMatchObject({ added: 0, alreadyHere: 7 })
  })

  test('contains only the chosen section', async () => {
    const path = join(folder, 'ceremonies')
    await write(site, path, { section: 'ceremony' })
    expect(problemsOf(path)).toEqual([])
    expect(readdirSync(join(path, 'data/entries'))).toEqual(['heritage'])
    expect(JSON.parse(readFileSync(join(path, 'data/links.json'), 'utf8'))).toEqual([])
    expect(readdirSync(join(path, 'data'))).not.toContain('ledger.json')
  })

  test('is never written over existing files', async () => {
    await expect(write(site, bag)).rejects.toThrow('already exists')
  })

  test('doesn’t bring back anything in the ledger', async () => {
    const line = { type: 'media', title: null, wasPublic: false }
    await empty.db.insert(ledger).values([
      { ...line, entryId: sent.article ?? '', act: 'removed', hashes: [] },
      { ...line, entryId: crypto.randomUUID(), act: 'withdrawn', hashes: [hashOf(recording)] },
    ])
    expect(await bring(empty, bag)).toMatchObject({ added: 5, keptAway: 2 })
    const imported = await empty.db.select({ id: entries.id }).from(entries)
    expect(imported.map(({ id }) => id)).not.toContain(sent.article)
    expect(imported.map(({ id }) => id)).not.toContain(sent.media)
    const [row] = await empty.db
      .select()
      .from(files)
      .where(eq(files.sha256, hashOf(recording)))
    expect(row).toBeUndefined()
  })

  test('marks a missing original, and so does its import', async () => {
    const path = join(folder, 'lacking')
    const id = (sent.picture ?? '').slice('/files/'.length)
    const { open } = site.services.storage
    site.services.storage.open = (key, range) => open(key.includes(id) ? 'files/none' : key, range)
    await write(site, path, { section: 'ceremony' })
    site.services.storage.open = open
    expect(problemsOf(path)).toEqual([])
    const third = empty
    await third.db.delete(entries).where(eq(entries.id, sent.heritage ?? ''))
    await third.db.delete(files).where(eq(files.id, id))
    expect(await bring(third, path)).toMatchObject({ added: 1 })
    const [file] = await third.db.select().from(files).where(eq(files.id, id))
    expect(file).toMatchObject({ damage: 'missing', sha256: hashOf(photo) })
  })
})

describe('the download', () => {
  test('is a bag of what the keeper may see', async () => {
    expect((await site.call('GET', '/export/archive.zip')).status).toBe(401)
    expect((await member.call('GET', '/export/archive.zip')).status).toBe(403)
    const stranger = await site.person({ roles: ['keeper', 'admin'] })
    const unpack = async (person: Person, name: string) => {
      const cookie = `session=${person.token}`
      const answer = await site.app.request('/export/archive.zip', { headers: { cookie } })
      const root = join(folder, name)
      writeFileSync(`${root}.zip`, Buffer.from(await answer.arrayBuffer()))
      execFileSync('unzip', ['-q', `${root}.zip`, '-d', root])
      const [top = ''] = readdirSync(root)
      expect(problemsOf(join(root, top))).toEqual([])
      return join(root, top, 'data')
    }
    const own = await unpack(keeper, 'of the keeper')
    const lines = await site.db.select().from(auditLog).where(eq(auditLog.actorId, keeper.id))
    expect(lines.map(({ action, detail }) => [action, detail])).toContainEqual(['archive:export', { section: 'all' }])
    expect(readdirSync(join(own, 'entries')).sort()).toEqual(
      ['article', 'artifact', 'conservation', 'heritage', 'media', 'vocabulary'], // no suggestion
    )
    const strangerBag = await unpack(stranger, 'of another')
    expect(readdirSync(join(strangerBag, 'entries'))).not.toContain('heritage')
    expect(readdirSync(strangerBag)).not.toContain('ledger.json')
    expect(JSON.parse(readFileSync(join(strangerBag, 'groups.json'), 'utf8'))).toEqual([])
    expect(JSON.parse(readFileSync(join(strangerBag, 'links.json'), 'utf8'))).toEqual([])
  })
})

test('every table that refers to an entry is exported or excluded for a reason', async () => {
  const { rows } = await site.db.execute<{ name: string }>(sql`select distinct c.conrelid::regclass::text as name
    from pg_constraint c where c.contype = 'f' and c.confrelid::regclass::text in
      ('entries', 'files', ${sql.join(
        Object.values(ownTables).map((name) => sql`${name}`),
        sql`, `,
      )})`)
  const handled = [...Object.values(ownTables), ...Object.keys(carried), ...leftBehind, 'entry_links', 'files']
  expect(rows.map(({ name }) => name).filter((name) => !handled.includes(name))).toEqual([])
})

/** Creates a bag of plain files, using the sha256sum command for its manifest. */
function plainBag(name: string, contents: Record<string, Buffer>, version = '1.0') {
  const root = join(folder, name)
  for (const [path, bytes] of Object.entries(contents)) {
    mkdirSync(dirname(join(root, 'data', path)), { recursive: true })
    writeFileSync(join(root, 'data', path), bytes)
  }
  writeFileSync(join(root, 'bagit.txt'), `BagIt-Version: ${version}\nTag-File-Character-Encoding: UTF-8\n`)
  writeFileSync(
    join(root, 'bag-info.txt'),
    'Source-Organization: Sample Archive\nExternal-Description: Sample\n  tapes\n',
  )
  const sums = execFileSync('sh', ['-c', 'find data -type f -print0 | sort -z | xargs -0 sha256sum'], { cwd: root })
  writeFileSync(join(root, 'manifest-sha256.txt'), sums)
  return root
}

describe('a bag made with other software', () => {
  test('with plain files is imported as posts for keepers, with the file names as titles', async () => {
    const files = {
      'side a/tape_01.mp3': sound(6000),
      'photo.jpg': await phonePhoto(30, 20),
      'notes.txt': Buffer.from('x'),
    }
    const root = plainBag('plain', files)
    expect(problemsOf(root)).toEqual([])
    expect(await bring(other, root)).toEqual({ added: 2, alreadyHere: 0, keptAway: 0, notTaken: ['notes.txt'] })
    await other.runJobs()
    const posts = await other.db.select().from(entries).where(eq(entries.visibility, 'keepers'))
    const tape = posts.find(({ title }) => title === 'tape 01')
    expect(tape).toMatchObject({ type: 'media', state: 'published', authorId: null, confirmedAt: null })
    const reader = await other.person({ roles: ['keeper'] })
    const { body } = await reader.call('GET', `/api/media/${tape?.id}`)
    expect(body).toMatchObject({ type: 'AUDIO', description: 'Sample tapes\nSample Archive\nside a/tape_01.mp3' })
    expect((await other.call('GET', `/api/media/${tape?.id}`)).status).toBe(404)
    expect(await bring(other, root)).toMatchObject({ added: 0, alreadyHere: 2 })
  })

  test('in the BagIt 0.97 format can be imported', async () => {
    const root = plainBag('older', { 'one.mp3': sound(6100) }, '0.97')
    expect(await bring(other, root)).toMatchObject({ added: 1 })
  })
})

test('published words that both sites have are replaced unless someone edited them', async () => {
  const path = join(folder, 'words')
  await importPublishedWords(site.services, 'data/marakwet')
  await importPublishedWords(empty.services, 'data/marakwet')
  const idsOf = async ({ db }: TestSite) => {
    const rows = await db.select().from(vocabulary).where(isNotNull(vocabulary.sourceId))
    return new Map(rows.map(({ sourceId, entryId }) => [sourceId, entryId]))
  }
  const [theirs, ours] = [await idsOf(site), await idsOf(empty)]
  const [touched = ''] = [...ours.keys()] as string[]
  const reader = await empty.person({ roles: ['keeper'] })
  ok(await reader.call('PATCH', `/api/vocabulary/${ours.get(touched)}`, { meaning: 'Sample meaning' }))
  await write(site, path, { section: 'vocabulary' })
  await bring(empty, path)
  expect(await idsOf(empty)).toEqual(new Map([...theirs, [touched, ours.get(touched)]]))
})
