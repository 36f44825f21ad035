import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { eq, ne } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { files } from '#content/media/table.ts'
import { accounts } from '#core/tables.ts'
import { nothingSet } from '#features/site/schema.ts'
import { buildArticle, buildArtifact, buildEvent, buildHeritage, buildPoem, buildProduct } from './build.ts'
import { deep } from './depth.ts'
import { cast, type Person, testSite } from './harness.ts'
import { ffmpegIsHere, probe, record } from './recordings.ts'
import { phonePhoto, uploadFile } from './samples.ts'
import type { Placed } from './visibility/entries.ts'
import { apiAddresses, otherAddresses, pageAddresses } from './visibility/surfaces.ts'

// Posts files that contain a place, in every role that a file can have, then downloads every file that others can get
// at any address, and looks for the place. The long form also reads the addresses in pages, feeds, OAI-PMH and exports.

const site = testSite()
const { own, second, keeper, admin, premium, member } = cast(site, {
  own: { roles: ['seller'] },
  second: {},
  premium: {},
})
const folder = mkdtempSync(join(tmpdir(), 'urithi-places-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const secrets = ['Secret title', '+01.0300', 'Camera of the test']
const tags = ['title=Secret title', 'location=+01.0300+035.5300/', 'make=Camera of the test'].flatMap((tag) => [
  '-metadata',
  tag,
])
const tone = ['-f', 'lavfi', '-i', 'sine=d=1']
const film = ['-f', 'lavfi', '-i', 'testsrc=s=160x120:r=10:d=1', ...tone]

const makers = {
  photo: ['photo.jpg', 'image/jpeg', () => phonePhoto(400, 300)],
  m4a: ['sound.m4a', 'audio/mp4', async () => record('sound.m4a', [...tone, '-c:a', 'aac', ...tags])],
  mp3: ['sound.mp3', 'audio/mpeg', async () => record('sound.mp3', [...tone, ...tags, '-write_id3v1', '1'])],
  film: [
    'film.mp4',
    'video/mp4',
    async () => record('film.mp4', [...film, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', ...tags]),
  ],
  heic: [
    'photo.heic',
    'image/heic',
    async () => Buffer.from(`0000001c6674797068656963000000006d696631686569634d694865${'00'.repeat(3000)}`, 'hex'),
  ],
} as const satisfies Record<string, readonly [string, string, () => Promise<Buffer>]>

let placed: Placed[]
let viewers: [name: string, Person | undefined][]
let planted = 0

async function tagged(person: Person, name: keyof typeof makers) {
  const [filename, contentType, make] = makers[name]
  planted++
  return uploadFile(site, person, await make(), { filename, contentType })
}

async function done(answer: Promise<{ status: number; body: any }>) {
  const { status, body } = await answer
  expect([status < 300, body], JSON.stringify(body)).toEqual([true, body])
  return body
}

beforeAll(async () => {
  if (!ffmpegIsHere) return
  await site.db.update(accounts).set({ isPremium: true }).where(eq(accounts.id, premium.id))
  viewers = [
    ['guest', undefined],
    ['member', member],
    ['supporting member', premium],
  ]
  const open = { visibility: 'public' }
  const entries: [type: string, entry: any][] = []
  for (const name of ['photo', 'm4a', 'mp3', 'film', 'heic'] as const)
    entries.push([
      'media',
      await done(own.call('POST', '/api/media', { title: 'Sample', link: await tagged(own, name), ...open })),
    ])
  const inText = await tagged(own, 'photo')
  entries.push(
    [
      'article',
      await buildArticle(own, {
        coverImage: await tagged(own, 'photo'),
        content: `<p>Sample text</p><img src="${inText}" alt="Sample">`,
      }),
    ],
    ['event', await buildEvent(own, { coverImage: await tagged(own, 'photo') })],
    ['poem', await buildPoem(own, { recording: await tagged(own, 'm4a'), ...open })],
    ['artifact', await buildArtifact(keeper, { images: [{ url: await tagged(keeper, 'photo') }], ...open })],
    ['product', await buildProduct(own, { images: [{ url: await tagged(own, 'photo') }], ...open })],
    [
      'heritage',
      await buildHeritage(keeper, {
        cover: await tagged(keeper, 'photo'),
        media: [
          { url: await tagged(keeper, deep ? 'film' : 'm4a'), caption: 'Sample' },
          { url: await tagged(keeper, 'mp3'), caption: 'Sample' },
        ],
        ...open,
      }),
    ],
  )
  const word = await done(
    own.call('POST', '/api/vocabulary', {
      ...{ form: 'sample form', english: 'sample gloss', ...open },
      ...{ pronunciation: await tagged(own, 'm4a'), picture: await tagged(own, 'photo') },
    }),
  )
  entries.push(['vocabulary', word])
  await done(second.call('POST', `/api/vocabulary/${word.id}/pronunciations`, { fileUrl: await tagged(second, 'm4a') }))
  const article = entries.find(([type]) => type === 'article')?.[1]
  const comment = await done(
    own.call('POST', `/api/entries/${article.id}/comments`, { text: 'Sample', voice: await tagged(own, 'm4a') }),
  )
  const consent = { people: ['Sample Singer'], givenBy: 'Sample Giver', how: 'spoken', purposes: ['public'] }
  await done(
    keeper.call('POST', `/api/entries/${entries[1]?.[1].id}/consents`, {
      ...consent,
      ...{ givenAt: '2026-03-01', evidence: await tagged(keeper, 'm4a') },
    }),
  )
  await done(own.call('PUT', '/api/auth/profile/photo', { fileUrl: await tagged(own, 'photo') }))
  await done(admin.call('PUT', '/api/site', { ...nothingSet, logo: await tagged(admin, 'photo') }))
  placed = entries.map(([type, { id }]) => ({
    ...{ type, id, authorId: own.id, standing: 'public', marker: '', fileIds: [], grouped: false },
    ...{ state: 'published', visibility: 'public', ...(id === article.id && { commentId: comment.id }) },
  }))
})

const fileAddress = /\/files\/[0-9a-f-]{36}(?:\/[\w.]+)?|\/site\/logo\/[0-9a-f]+\.png|\/og(?:\/[\w-]+)?\.png/g

/** Returns the addresses of files in all answers that the viewer gets, and checks that no answer contains a secret. */
async function addressesFor(person: Person | undefined): Promise<Set<string>> {
  const headers = person ? { cookie: `session=${person.token}` } : undefined
  const ids = { group: crypto.randomUUID(), person: own.id }
  const found = new Set<string>()
  const addresses = [
    ...apiAddresses(placed, ids).map(({ path }) => ({ path, init: person && bearer(person) })),
    ...(deep ? [...pageAddresses(placed, ids), ...otherAddresses(site.app, placed)] : []).map(({ path }) => ({
      path,
      init: headers,
    })),
  ]
  for (const { path, init } of addresses) {
    const answer = await site.app.request(path, { headers: init ?? {} })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const texts = bytes.toString('latin1', 0, 4) === 'PK\x03\x04' ? unzip(bytes) : [bytes]
    for (const text of texts) {
      expect([path, secrets.filter((secret) => text.includes(secret))]).toEqual([path, []])
      for (const [address] of text.toString('latin1').matchAll(fileAddress)) found.add(address)
    }
  }
  return found
}

const bearer = (person: Person) => ({ authorization: `Bearer ${person.token}` })

/** Returns the files of a zip, which it finds through the central directory. */
function unzip(zip: Buffer): Buffer[] {
  const contents: Buffer[] = []
  for (let at = zip.indexOf('504b0102', 'hex'); at >= 0; at = zip.indexOf('504b0102', at + 4, 'hex')) {
    const [method, length, from] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)]
    const start = from + 30 + zip.readUInt16LE(from + 26) + zip.readUInt16LE(from + 28)
    const bytes = zip.subarray(start, start + length)
    contents.push(method === 8 ? inflateRawSync(bytes) : bytes)
  }
  return contents
}

/** The SHA-256 of files that were examined: most are the same for every viewer. */
const examined = new Set<string>()

/** Downloads the file at every address, and returns what ffprobe and a search of the bytes find in it. */
async function download(addresses: Iterable<string>, name: string, person: Person | undefined) {
  const faults: string[] = []
  let count = 0
  for (const path of addresses) {
    const answer = await site.app.request(path, { headers: person ? bearer(person) : {} })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (answer.status !== 200 || bytes.length === 0) continue
    count++
    const hash = createHash('sha256').update(bytes).digest('hex')
    if (examined.has(hash)) continue
    examined.add(hash)
    const described = await describeFile(bytes)
    for (const secret of secrets)
      if (bytes.includes(secret) || described.includes(secret)) faults.push(`${name}: found ${secret} at ${path}`)
    writeFileSync(join(folder, `${name} ${path.replace(/\W/g, '_')}`), bytes)
  }
  return { faults, count }
}

/** Returns the tags of a file. Those of pictures need no ffprobe, whose start takes longer than everything else here. */
async function describeFile(bytes: Buffer): Promise<string> {
  const picture = deep
    ? undefined
    : await sharp(bytes)
        .metadata()
        .catch(() => undefined)
  if (picture) return [picture.exif, picture.xmp, picture.iptc].map((part) => part?.toString('latin1')).join(' ')
  const { format, streams } = probe(bytes)
  return JSON.stringify([format.tags, streams])
}

/** Returns what exiftool finds in the downloaded files: places, and the planted tags. */
function exifFaults(): string[] {
  const options = { encoding: 'utf8', maxBuffer: 100_000_000 } as const
  const rows = JSON.parse(execFileSync('exiftool', ['-json', '-a', '-u', '-G1', '-ext', '*', folder], options))
  return rows.flatMap((row: Record<string, unknown>) =>
    Object.entries(row)
      .filter(
        ([tag, value]) => /GPS|Location|:Make$/i.test(tag) || secrets.some((secret) => `${value}`.includes(secret)),
      )
      .filter(([tag]) => !/File(Name)?$|Directory/.test(tag))
      .map(([tag, value]) => `${row.SourceFile}: ${tag} ${value}`),
  )
}

const seen: Record<string, number> = {}

describe.skipIf(!ffmpegIsHere).each(['before', 'after'])('%s the copies are made', (when) => {
  /** All stored files are requested, whether or not an answer names them. */
  let stored: { kind: string; path: string }[]

  beforeAll(async () => {
    if (when === 'after') await site.runJobs({ copies: true })
    const rows = await site.db.select({ id: files.id, kind: files.kind, variants: files.variants }).from(files)
    expect(rows.length).toBeGreaterThanOrEqual(planted)
    stored = rows.flatMap(({ id, kind, variants }) =>
      [`/files/${id}`, ...variants.map(({ width, format }) => `/files/${id}/${width ?? 'sound'}.${format}`)].map(
        (path) => ({ kind: kind ?? 'image', path }),
      ),
    )
  }, 120_000)

  test.each(
    ['guest', 'member', 'supporting member'].flatMap((name) => ['image', 'audio', 'video'].map((kind) => [name, kind])),
  )('a %s reads no place in any file (%s)', async (name, kind) => {
    const [, person] = viewers.find(([one]) => one === name) ?? []
    const ofKind = stored.filter((one) => one.kind === kind).map(({ path }) => path)
    const named = when === 'after' && kind === 'image' ? await addressesFor(person) : []
    const others = [...named].filter((path) => !stored.some((one) => one.path === path))
    const originals = [...ofKind, ...others].filter((path) => /^\/files\/[^/]+$/.test(path))
    const all = new Set([...others, ...ofKind, ...originals.map((path) => `${path}?download`)])
    const { faults, count } = await download(all, `${when} ${name}`, person)
    expect(faults).toEqual([])
    seen[`${when} ${name}`] = (seen[`${when} ${name}`] ?? 0) + count
  })
})

test.skipIf(!ffmpegIsHere)(
  'guests get most files, supporting members more, and the search finds planted places',
  async () => {
    // A guest gets all files but the evidence, the HEIC picture and the logo’s upload, and several copies of most.
    expect(seen['after guest']).toBeGreaterThan(planted * 2)
    expect(seen['after supporting member']).toBeGreaterThan(seen['after guest'] ?? 0)
    if (existsSync('/usr/bin/exiftool')) expect(exifFaults()).toEqual([])
    // The same search finds the place in originals, which their uploader gets.
    const originals = (
      await site.db.select({ id: files.id }).from(files).where(ne(files.contentType, 'image/heic'))
    ).map(({ id }) => `/files/${id}`)
    const { faults } = await download(originals, 'uploader', own)
    for (const secret of secrets) expect(faults.filter((fault) => fault.includes(secret))).not.toEqual([])
    if (existsSync('/usr/bin/exiftool')) expect(exifFaults().filter((fault) => fault.includes('GPS'))).not.toEqual([])
  },
)
