import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { accounts } from '#core/tables.ts'
import { phonePictures } from '#test/files/phone-pictures.ts'
import { type Person, testSite } from '#test/harness.ts'
import { ffmpegIsHere, probe, record } from '#test/recordings.ts'
import { getFile, idOf, phonePhoto, uploadFile } from '#test/samples.ts'
import { files } from '../table.ts'

// Only the people who uploaded files, and keepers, get the tags in them (places, names, cameras).

const site = testSite()
let owner: Person
let other: Person
let premium: Person
let keeper: Person

beforeAll(async () => {
  owner = await site.person()
  other = await site.person()
  keeper = await site.person({ roles: ['keeper'] })
  premium = await site.person()
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

const tagged: [name: string, contentType: string, args: string[]][] = [
  ['film.mp4', 'video/mp4', [...film, ...h264]],
  ['film.mov', 'video/quicktime', [...film, ...h264, '-timecode', '01:00:00:00', '-movflags', 'use_metadata_tags']],
  ['film.3gp', 'video/3gpp', [...film, ...h264, '-ar', '8000', '-ac', '1']],
  ['film.mkv', 'video/x-matroska', [...film, ...h264]],
  ['film.webm', 'video/webm', [...film, '-c:v', 'libvpx', '-c:a', 'libopus']],
  ['sound.m4a', 'audio/mp4', [...tone, '-c:a', 'aac']],
  ['sound.mp3', 'audio/mpeg', [...tone, '-c:a', 'libmp3lame', '-write_id3v1', '1']],
  ['sound.wav', 'audio/wav', tone],
  ['sound.flac', 'audio/flac', tone],
  ['sound.ogg', 'audio/ogg', [...tone, '-c:a', 'libopus']],
]

async function posted(bytes: Buffer, filename: string, contentType: string) {
  const link = await uploadFile(site, owner, bytes, { contentType, filename })
  const { status, body } = await owner.call('POST', '/api/media', { title: 'Sample', link, visibility: 'public' })
  expect(status).toBe(201)
  return body as { id: string; link: string }
}

async function runJobsWithoutFfmpeg() {
  const { PATH } = process.env
  process.env.PATH = '/nowhere'
  await site.runJobs().finally(() => {
    process.env.PATH = PATH
  })
}

async function read(path: string, person?: Person) {
  const answer = await getFile(site, path, person)
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers }
}

/** Returns what others find in a file that they must not: planted secrets, and tags that ffprobe reads. */
function found(bytes: Buffer): string[] {
  const { format, streams } = probe(bytes)
  const read = JSON.stringify([format.tags, streams])
  return secrets.filter((secret) => bytes.includes(secret) || read.includes(secret))
}

describe.skipIf(!ffmpegIsHere)('the tags of a recording or film', () => {
  it.each(tagged)('in %s reach nobody else, with or without copies', async (name, contentType, args) => {
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
      expect(Math.abs(Number(probe(bytes).format.duration) - 2)).toBeLessThan(0.2)
      expect(headers.get('accept-ranges')).toBe('bytes')
    }
    await untouched()

    await site.db
      .update(files)
      .set({ processing: 'pending' })
      .where(eq(files.id, idOf(link)))
    expect(found((await read(link)).bytes)).toEqual([])

    await owner.call('PATCH', `/api/media/${id}`, { title: 'Sample with copies' })
    const { copies } = await import('./copies.ts').then(({ makeCopies }) => ({ copies: makeCopies }))
    const { jobContextOf } = await import('#server/jobs/jobs.ts')
    const context = jobContextOf(site.services, new AbortController().signal)
    await copies({ ...context, addJob: async () => {} }, idOf(link), 1)
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
  })

  it('can’t be removed from some formats: then others get nothing until there are copies', async () => {
    const aiff = record('sound.aiff', [...tone, ...tags])
    const { link } = await posted(aiff, 'sound.aiff', 'audio/aiff')
    await runJobsWithoutFfmpeg()
    const statuses = await Promise.all(
      [undefined, other, owner].map(async (person) => (await read(link, person)).status),
    )
    expect(statuses).toEqual([204, 204, 200])
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
    await site.runJobs()
    const { status, bytes } = await read(`${link}?download`, premium)
    const { exif, width, height } = await sharp(bytes).metadata()
    const { autoOrient } = await sharp(photo).metadata()
    expect([status, exif, width, height]).toEqual([200, undefined, autoOrient.width, autoOrient.height])
    expect((await read(link, premium)).bytes.includes('Camera of the test')).toBe(false)
    expect((await read(`${link}?download`, owner)).bytes.equals(photo)).toBe(true)
  })

  it.skipIf(!ffmpegIsHere)('are removed from an animation of 500 frames without losing any', async () => {
    const animation = await phonePictures.find(({ name }) => name === 'frames.gif')?.make()
    const { link } = await posted(animation as Buffer, 'frames.gif', 'image/gif')
    await site.runJobs()
    const { status, bytes, headers } = await read(`${link}?download`, premium)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/gif'])
    expect((await sharp(bytes, { animated: true, limitInputPixels: false }).metadata()).pages).toBe(500)
  })
})
