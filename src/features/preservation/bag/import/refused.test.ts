import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { makeZip } from 'client-zip'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ledger } from '#content/entry/consent/table.ts'
import { entries } from '#content/entry/table.ts'
import { files } from '#content/media/table.ts'
import { jobContextOf } from '#server/jobs/jobs.ts'
import { buildArticle, buildHeritage } from '#test/build.ts'
import { testSite } from '#test/harness.ts'
import { phonePhoto, sound, uploadFile } from '#test/samples.ts'
import { emptyZip, withDeflated } from '#test/zip.ts'
import { archiveBag } from '../contents.ts'
import { placeBag, topOf } from '../place.ts'
import { importBag } from './import.ts'

// Incomplete and malicious bags are refused, and change nothing.

const site = testSite()
const target = testSite()
const folder = mkdtempSync(join(tmpdir(), 'urithi-bad-bag-'))
const bag = join(folder, 'whole')
let photo: Buffer
let article: string

afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(async () => {
  const keeper = await site.person({ roles: ['keeper'] })
  photo = await phonePhoto(64, 48)
  const cover = await uploadFile(site, keeper, photo, { contentType: 'image/jpeg', filename: '100.jpg' })
  const heritage = await buildHeritage(keeper, { body: '<p>Sample body</p>', cover })
  await keeper.call('PATCH', `/api/heritage/${heritage.id}`, { summary: 'Sample summary' })
  article = (await buildArticle(keeper)).id
  await site.runJobs()
  await placeBag(archiveBag(site.services, {}, topOf(bag)), bag)
})

beforeEach(async () => {
  for (const table of [entries, files, ledger]) await target.db.delete(table)
})

const bring = (path: string) => importBag(jobContextOf(target.services, new AbortController().signal), path)

/** Packs a folder as a zip, with its names changed by `rename`. */
async function zipped(root: string, name: string, rename = (path: string) => path) {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
  const list = paths.map((path) => ({ name: rename(`bag/${path}`), input: readFileSync(join(root, path)) }))
  const path = join(folder, name)
  writeFileSync(path, Buffer.from(await new Response(makeZip(list)).arrayBuffer()))
  return path
}

const manifestOf = (root: string) => join(root, 'manifest-sha256.txt')
const append = (path: string, text: string) => writeFileSync(path, readFileSync(path, 'utf8') + text)
const replace = (path: string, from: string | RegExp, to: string) =>
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))
const entryFile = (root: string) => {
  const [name = ''] = readdirSync(join(root, 'data/entries/heritage'))
  return join(root, 'data/entries/heritage', name)
}
/** Computes new checksums, as an attacker would. */
const sealAgain = (root: string) => {
  execFileSync('sh', ['-c', 'find data -type f -print0 | xargs -0 sha256sum > manifest-sha256.txt'], { cwd: root })
  rmSync(join(root, 'tagmanifest-sha256.txt'))
  replace(join(root, 'bag-info.txt'), /^Payload-Oxum.*\n/m, '')
}

const keysHere = async () => (await Array.fromAsync(target.services.storage.list('files'))).map(({ key }) => key)

const cases: [string, (root: string) => unknown, RegExp][] = [
  [
    'altered',
    (root) => append(join(entryFile(root), 'dublin-core.xml'), ' '),
    /Payload-Oxum|doesn’t match its checksum/,
  ],
  [
    'altered to the same length',
    (root) => replace(join(entryFile(root), 'dublin-core.xml'), 'Sample', 'Simple'),
    /doesn’t match its checksum \(data\/entries\/heritage/,
  ],
  ['truncated', (root) => writeFileSync(join(entryFile(root), '1-100.jpg'), photo.subarray(0, 50)), /Payload-Oxum/],
  ['without one of its files', (root) => rmSync(join(entryFile(root), '1-100.jpg')), /Payload-Oxum|missing a file/],
  [
    'with an extra file',
    (root) => writeFileSync(join(root, 'data/more.txt'), 'more'),
    /Payload-Oxum|isn’t in its manifest/,
  ],
  ['with a changed bag-info', (root) => append(join(root, 'bag-info.txt'), 'More: 1\n'), /doesn’t match its checksum/],
  ['with a wrong Payload-Oxum', (root) => replace(join(root, 'bag-info.txt'), 'Oxum: ', 'Oxum: 9'), /Payload-Oxum/],
  ['without bagit.txt', (root) => rmSync(join(root, 'bagit.txt')), /no bagit.txt/],
  ['of an unknown version', (root) => replace(join(root, 'bagit.txt'), '1.0', '7.0'), /version/],
  ['of another encoding', (root) => replace(join(root, 'bagit.txt'), 'UTF-8', 'UTF-16'), /UTF-8/],
  ['with a fetch.txt', (root) => writeFileSync(join(root, 'fetch.txt'), 'http://x.invalid/ 1 data/x\n'), /fetch\.txt/],
  ['without a manifest', (root) => rmSync(manifestOf(root)), /missing a file|manifest/],
  [
    'with a manifest that leads out of the folder',
    (root) => append(manifestOf(root), `${'0'.repeat(64)}  data/../../x\n`),
    /outside/,
  ],
  [
    'with an absolute path in the manifest',
    (root) => append(manifestOf(root), `${'0'.repeat(64)}  /etc/passwd\n`),
    /outside/,
  ],
  ['with an invalid line in the manifest', (root) => append(manifestOf(root), 'nonsense\n'), /Couldn’t read line/],
  ['with a link', (root) => symlinkSync('/etc/passwd', join(root, 'data/passwd')), /isn’t an ordinary file/],
  [
    'with a name that isn’t UTF-8',
    (root) => writeFileSync(Buffer.concat([Buffer.from(`${root}/data/`), Buffer.from([0xff, 0x41])]), 'x'),
    /UTF-8/,
  ],
  [
    'with another file and new checksums',
    (root) => {
      writeFileSync(join(entryFile(root), '1-100.jpg'), sound(3000))
      sealAgain(root)
    },
    /Couldn’t understand/,
  ],
  [
    'with an HTML page in place of a picture, and new checksums',
    (root) => {
      writeFileSync(join(entryFile(root), '1-100.jpg'), '<script>alert(1)</script>')
      sealAgain(root)
    },
    /Couldn’t store/,
  ],
  [
    'with a record by an unknown author, and new checksums',
    (root) => {
      replace(join(entryFile(root), 'metadata.json'), /"author_id": "[^"]*"/, `"author_id": "${crypto.randomUUID()}"`)
      sealAgain(root)
    },
    /conflicts with data/,
  ],
  [
    'with an invalid record and new checksums',
    (root) => {
      writeFileSync(join(entryFile(root), 'metadata.json'), '{"id": 5')
      sealAgain(root)
    },
    /Couldn’t understand/,
  ],
  [
    'with a row of another entry and new checksums',
    (root) => {
      const path = join(entryFile(root), 'metadata.json')
      const record = JSON.parse(readFileSync(path, 'utf8'))
      record.versions[0].entry_id = article
      writeFileSync(path, JSON.stringify(record))
      sealAgain(root)
    },
    /Couldn’t understand/,
  ],
  [
    'with SQL in a column name, and new checksums',
    (root) => {
      replace(join(entryFile(root), 'metadata.json'), '"summary"', '"summary\\") select 1; --"')
      sealAgain(root)
    },
    /newer version/,
  ],
  [
    'of a newer version',
    (root) => {
      replace(join(root, 'bag-info.txt'), 'Urithi-Archive: 1', 'Urithi-Archive: 2')
      rmSync(join(root, 'tagmanifest-sha256.txt'))
    },
    /newer version/,
  ],
]

test.each(cases)('a bag %s is refused', async (name, tamper, message) => {
  const root = join(folder, `tampered ${name}`)
  cpSync(bag, root, { recursive: true })
  tamper(root)
  const before = await keysHere()
  const error = await bring(root).catch((reason) => reason)
  expect(error).toMatchObject({ name: 'BadBag', message: expect.stringMatching(message) })
  expect(await target.db.$count(entries)).toBe(0)
  expect(await target.db.$count(files)).toBe(0)
  expect(await keysHere()).toEqual(before)
})

test('HTML in a bag is sanitized like members’ texts', async () => {
  const root = join(folder, 'with a script')
  cpSync(bag, root, { recursive: true })
  const path = join(entryFile(root), 'metadata.json')
  replace(path, /<p>Sample body<\/p>/g, '<p onclick=x>Sample body</p><script>alert(1)</script>')
  sealAgain(root)
  await bring(root)
  const { rows } = await target.db.execute<{ text: string }>(
    sql`select h.body || (select string_agg(record::text, '') from versions) as text from heritage h`,
  )
  expect(rows[0]?.text).toContain('Sample body')
  expect(rows[0]?.text).not.toMatch(/<script|onclick/)
})

test.each([
  ['leads out of the folder', (path: string) => path.replace('bag/data/links', 'bag/data/../../links'), /outside/],
  ['is absolute', (path: string) => path.replace('bag/data/links', '/data/links'), /outside/],
  ['is for Windows', (path: string) => path.replace('bag/data/links', 'bag\\data\\links'), /outside/],
])('a zip with a name that %s is refused', async (name, rename, message) => {
  await expect(zipped(bag, `${name}.zip`, rename).then(bring)).rejects.toThrow(message)
})

test('a truncated zip and a file that isn’t a zip are refused', async () => {
  const complete = readFileSync(await zipped(bag, 'cut.zip'))
  writeFileSync(join(folder, 'cut.zip'), complete.subarray(0, complete.length - 100))
  writeFileSync(join(folder, 'none.zip'), 'no zip')
  for (const name of ['cut.zip', 'none.zip', 'not-there.zip'])
    await expect(bring(join(folder, name))).rejects.toMatchObject({ name: 'BadBag' })
})

test('a zip that unpacks to far more than its size is refused', async () => {
  const path = join(folder, 'bomb.zip')
  writeFileSync(path, withDeflated(emptyZip, 'bag/data/zeros', deflateRawSync(Buffer.alloc(1000)), 600 * 1024 * 1024))
  await expect(bring(path)).rejects.toThrow('unpacks to a suspiciously large size')
})
