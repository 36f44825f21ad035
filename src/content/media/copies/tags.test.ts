import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { accounts } from '#core/tables.ts'
import { jobContextOf } from '#server/jobs/jobs.ts'
import { buildMedia } from '#test/build.ts'
import { deep } from '#test/depth.ts'
import { fileRow } from '#test/file-row.ts'
import { phonePictures } from '#test/files/phone-pictures.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { ffmpegIsHere, probe, record } from '#test/recordings.ts'
import { getFile, idOf, phonePhoto, uploadFile } from '#test/samples.ts'
import { hasNoTags, tailBytes } from '../receive/sniff.ts'
import { files } from '../table.ts'
import { makeCopies } from './copies.ts'

// Only the people who uploaded files, and keepers, get the tags in them (places, names, cameras).

const site = testSite()
const { owner, other, keeper, premium } = cast(site, { premium: {} })

beforeAll(async () => {
  await site.db.update(accounts).set({ isPremium: true }).where(eq(accounts.id, premium.id))
})

const secrets = ['Secret title', 'Secret person', 'Secret comment', '+01.0300', 'Secret track', 'Secret camera']
const tags = [
  ...['title=Secret title', 'artist=Secret person', 'comment=Secret comment', 'location=+01.0300+035.5300/'],
  ...['com.apple.quicktime.make=Secret camera', 'com.apple.quicktime.location.ISO6709=+01.0300+035.5300/'],
].flatMap((tag) => ['-metadata', tag])
const names = ['-metadata:s', 'handler_name=Secret camera', '-metadata:s', 'title=Secret track']
const tone = ['-f', 'lavfi', '-i', 'sine=d=2']
const film = ['-f', 'lavfi', '-i', 'testsrc=s=160x120:r=10:d=2', ...tone]
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']

type Tagged = [name: string, contentType: string, args: string[]]

/** A file for each way in which tags are removed. */
const tagged: Tagged[] = [
  ['film.mp4', 'video/mp4', [...film, ...h264]],
  ['film.mkv', 'video/x-matroska', [...film, ...h264]],
  ['sound.mp3', 'audio/mpeg', [...tone, '-c:a', 'libmp3lame', '-write_id3v1', '1']],
  ['sound.ogg', 'audio/ogg', [...tone, '-c:a', 'libopus']],
]
const more: Tagged[] = [
  ['sound.wav', 'audio/wav', tone],
  ['film.mov', 'video/quicktime', [...film, ...h264, '-timecode', '01:00:00:00', '-movflags', 'use_metadata_tags']],
  ['film.3gp', 'video/3gpp', [...film, ...h264, '-ar', '8000', '-ac', '1']],
  ['film.webm', 'video/webm', [...film, '-c:v', 'libvpx', '-c:a', 'libopus']],
  ['sound.m4a', 'audio/mp4', [...tone, '-c:a', 'aac']],
  ['sound.flac', 'audio/flac', tone],
]

async function posted(bytes: Buffer, filename: string, contentType: string) {
  const link = await uploadFile(site, owner, bytes, { contentType, filename })
  return (await buildMedia(owner, { link, visibility: 'public' })) as { id: string; link: string }
}

async function runJobsWithoutFfmpeg() {
  const { PATH } = process.env
  process.env.PATH = '/nowhere'
  await site.runJobs({ copies: true }).finally(() => {
    process.env.PATH = PATH
  })
}

/** Makes the copies of a file whose job ran without ffmpeg. */
async function makeCopiesOf(link: string) {
  const which = eq(files.id, idOf(link))
  await site.db.update(files).set({ processing: 'pending' }).where(which)
  const context = jobContextOf(site.services, new AbortController().signal)
  await makeCopies({ ...context, addJob: async () => {} }, idOf(link))
}

/** Makes a file one of an earlier release, which stored no copy without tags and queued no job. */
async function makeOld(link: string) {
  const row = { clean: null, processing: null, variants: [] }
  await site.db
    .update(files)
    .set(row)
    .where(eq(files.id, idOf(link)))
}

async function read(path: string, person?: Person, method = 'GET') {
  const answer = await getFile(site, path, person, {}, method)
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers }
}

/** Descriptions of files by their SHA-256: most people get the same bytes. */
const described = new Map<string, ReturnType<typeof probe>>()

function describeOnce(bytes: Buffer) {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const description = described.get(hash) ?? probe(bytes)
  described.set(hash, description)
  return description
}

/** Returns the planted secrets that a file still contains, in its bytes or in the tags that ffprobe reads. */
function found(bytes: Buffer): string[] {
  const { format, streams } = describeOnce(bytes)
  const read = JSON.stringify([format.tags, streams])
  return secrets.filter((secret) => bytes.includes(secret) || read.includes(secret))
}

describe.skipIf(!ffmpegIsHere)('the tags of a recording or film', () => {
  it('are removed for each reader of a file of an earlier release, which stays audible until its copies are made', async () => {
    const { link } = await posted(record('old.mp3', [...tone, ...tags]), 'old.mp3', 'audio/mpeg')
    await makeOld(link)
    for (const person of [undefined, other]) {
      const { status, bytes, headers } = await read(link, person)
      expect([status, found(bytes), headers.get('content-disposition')]).toEqual([
        200,
        [],
        expect.stringMatching(/^inline/),
      ])
    }
    await site.db.execute(sql`select graphile_worker.add_job('media:missed-copies')`)
    await site.runJobs({ copies: true })
    const { status, headers } = await read(link)
    expect([status, headers.get('accept-ranges')]).toEqual([200, 'bytes'])
  })

  it.each(deep ? [...tagged, ...more] : tagged)(
    'in %s reach only uploaders and keepers, with or without copies',
    async (name, contentType, args) => {
      const original = record(name, [...args, ...tags, ...names])
      expect(found(original)).not.toEqual([])
      const { id, link } = await posted(original, name, contentType)
      const untouched = async () => {
        for (const person of [owner, keeper])
          for (const path of [link, `${link}?download`])
            expect((await read(path, person)).bytes.equals(original)).toBe(true)
      }
      await untouched()
      expect([(await read(link)).status, (await read(link, other)).status]).toEqual([202, 202])

      await runJobsWithoutFfmpeg()
      for (const person of [undefined, other, premium]) {
        const { status, bytes, headers } = await read(link, person)
        expect([status, found(bytes), bytes.equals(original)]).toEqual([200, [], false])
        expect(Math.abs(Number(describeOnce(bytes).format.duration) - 2)).toBeLessThan(0.2)
        expect(headers.get('accept-ranges')).toBe('bytes')
      }
      await untouched()

      await site.db
        .update(files)
        .set({ processing: 'pending' })
        .where(eq(files.id, idOf(link)))
      expect(found((await read(link)).bytes)).toEqual([])

      await owner.call('PATCH', `/api/media/${id}`, { title: 'Sample with copies' })
      await makeCopiesOf(link)
      const { variants } = (await other.call('GET', `/api/media/${id}`)).body
      expect(variants.length).toBeGreaterThan(0)
      for (const path of [
        link,
        ...variants.filter((one: { kind: string }) => one.kind !== 'image').map((one: { url: string }) => one.url),
      ])
        for (const person of [undefined, other, premium]) expect(found((await read(path, person)).bytes)).toEqual([])

      const download = await read(`${link}?download`, premium)
      expect([download.status, found(download.bytes)]).toEqual([200, []])
      expect(download.headers.get('content-disposition')).toContain(`filename="${name}"`)
      expect([(await read(`${link}?download`)).status, (await read(`${link}?download`, other)).status]).toEqual([
        404, 404,
      ])
      await untouched()
    },
  )

  it('can’t be removed from some formats: then others get nothing until there are copies', async () => {
    const aiff = record('sound.aiff', [...tone, ...tags])
    const { id, link } = await posted(aiff, 'sound.aiff', 'audio/aiff')
    await runJobsWithoutFfmpeg()
    const statuses = await Promise.all(
      [undefined, other, owner].map(async (person) => (await read(link, person)).status),
    )
    expect(statuses).toEqual([204, 204, 200])
    // With copies, too, no download is offered that would answer 404.
    await makeCopiesOf(link)
    expect((await read(link, other)).status).toBe(200)
    expect((await read(`${link}?download`, premium)).status).toBe(404)
    expect((await premium.call('GET', `/api/media/${id}`)).body.may).not.toContain('download')
    expect((await owner.call('GET', `/api/media/${id}`)).body.may).toContain('download')
  })

  it('of a word’s recording don’t reach the word’s author if another member recorded it', async () => {
    const original = record('sound.m4a', [...tone, '-c:a', 'aac', ...tags])
    const word = { form: 'sample form', english: 'sample gloss' }
    const { body } = await owner.call('POST', '/api/vocabulary', word)
    const link = await uploadFile(site, other, original, { contentType: 'audio/mp4', filename: 'sound.m4a' })
    const { status } = await other.call('POST', `/api/vocabulary/${body.id}/pronunciations`, { fileUrl: link })
    expect(status).toBe(201)
    expect([(await read(link, owner)).status, (await read(`${link}?download`, owner)).status]).toEqual([202, 404])
    await runJobsWithoutFfmpeg()
    const { status: played, bytes } = await read(link, owner)
    expect([played, found(bytes), bytes.equals(original)]).toEqual([200, [], false])
    for (const person of [other, keeper]) expect((await read(link, person)).bytes.equals(original)).toBe(true)
  })

  it('at the end of an MP3 are found, whatever their kind', () => {
    const plain = Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(4096)])
    const withEnd = (end: Buffer) => hasNoTags('audio/mpeg', plain, Buffer.concat([plain, end]).subarray(-tailBytes), 0)
    expect(withEnd(Buffer.alloc(0))).toBe(true)
    const padded = (name: string, length: number) => Buffer.concat([Buffer.from(name, 'latin1'), Buffer.alloc(length)])
    const ends = [padded('TAG', 125), padded('APETAGEX', 24), padded('LYRICS200', 0), padded('3DI', 7)]
    for (const end of [...ends, Buffer.concat([padded('3DI', 7), padded('TAG', 125)])]) expect(withEnd(end)).toBe(false)
  })

  it('are absent from the plain files of recorders, which others get immediately', async () => {
    const wave = record('sound.wav', [...tone, '-fflags', '+bitexact', '-map_metadata', '-1'])
    const { link } = await posted(wave, 'sound.wav', 'audio/wav')
    expect((await read(link)).bytes.equals(wave)).toBe(true)
  })
})

describe('the tags of a picture', () => {
  it('don’t reach supporting members, whose download is upright and in full size', async () => {
    const photo = await phonePhoto(1600, 1200)
    const { link } = await posted(photo, 'photo.jpg', 'image/jpeg')
    await site.runJobs({ copies: true })
    const { status, bytes } = await read(`${link}?download`, premium)
    const { exif, width, height } = await sharp(bytes).metadata()
    const { autoOrient } = await sharp(photo).metadata()
    expect([status, exif, width, height]).toEqual([200, undefined, autoOrient.width, autoOrient.height])
    expect((await read(link, premium)).bytes.includes('Camera of the test')).toBe(false)
    expect((await read(`${link}?download`, owner)).bytes.equals(photo)).toBe(true)
  })

  it.skipIf(!ffmpegIsHere)('are removed without losing any of the 500 frames of an animation', async () => {
    const animation = await phonePictures.find(({ name }) => name === 'frames.gif')?.make()
    const { link } = await posted(animation as Buffer, 'frames.gif', 'image/gif')
    await site.runJobs({ copies: true })
    const { status, bytes, headers } = await read(`${link}?download`, premium)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/gif'])
    expect((await sharp(bytes, { animated: true, limitInputPixels: false }).metadata()).pages).toBe(500)
  })

  it('are removed for HEAD as for GET, so that both answers agree', async () => {
    const picture = sharp({ create: { width: 40, height: 40, channels: 3, background: '#a0522d' } })
    const { link } = await posted(await picture.avif().toBuffer(), 'photo.avif', 'image/avif')
    await site.runJobs({ copies: true })
    const [get, head] = [await read(`${link}?download`, premium), await read(`${link}?download`, premium, 'HEAD')]
    const described = ({ status, headers }: typeof get) => [
      status,
      ...['content-type', 'content-length', 'content-disposition'].map((name) => headers.get(name)),
    ]
    expect(get.headers.get('content-type')).not.toBe('image/avif')
    expect([described(head), head.bytes.length]).toEqual([described(get), 0])
    const { storageKey } = (await fileRow(site, link)) ?? { storageKey: '' }
    await site.services.storage.put(storageKey, Readable.from(['no picture']))
    for (const method of ['GET', 'HEAD']) expect((await read(`${link}?download`, premium, method)).status).toBe(404)
  })

  it('are removed for one download of a member at a time, so that nobody else waits for a slow reader', async () => {
    const { link } = await posted(await phonePhoto(1600, 1200), 'photo.jpg', 'image/jpeg')
    await site.runJobs({ copies: true })
    const another = await site.person()
    await site.db.update(accounts).set({ isPremium: true }).where(eq(accounts.id, another.id))
    const download = (by: Person) => getFile(site, `${link}?download`, by)
    const unread = await download(premium)
    let isAnswered = false
    const second = Promise.resolve(download(premium)).finally(() => {
      isAnswered = true
    })
    expect((await download(another)).status).toBe(200)
    expect(isAnswered).toBe(false)
    await unread.body?.cancel()
    expect((await second).status).toBe(200)
    await (await second).body?.cancel()
  })

  it('prevent the download of an original that can’t be cleaned', async () => {
    const heic = Buffer.concat([
      Buffer.from('0000001c6674797068656963000000006d696631686569634d694865', 'hex'),
      Buffer.alloc(4000),
    ])
    const { id, link } = await posted(heic, 'photo.heic', 'image/heic')
    await site.runJobs({ copies: true })
    expect((await read(`${link}?download`, premium)).status).toBe(404)
    expect((await premium.call('GET', `/api/media/${id}`)).body.may).not.toContain('download')
  })
})
