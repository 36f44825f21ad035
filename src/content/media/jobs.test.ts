import { readdirSync, readFileSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { JobContext } from '#core/context.ts'
import { accounts } from '#core/tables.ts'
import { jobContextOf } from '#server/jobs/jobs.ts'
import { buildMedia } from '#test/build.ts'
import { fileRow } from '#test/file-row.ts'
import { castForEach, type Person, testSite } from '#test/harness.ts'
import { askAddress, getFile, idOf, phonePhoto, put, sound, unfoldingPng, uploadFile } from '#test/samples.ts'
import { jobs } from './jobs.ts'
import { files } from './table.ts'

const site = testSite()
const { person } = castForEach(site)

async function run(name: string, payload: Record<string, unknown> = {}) {
  const ctx: JobContext = {
    ...jobContextOf(site.services, new AbortController().signal),
    addJob: async () => {},
    contentChanged: () => {},
  }
  await jobs[name]?.run(ctx, payload)
}

const rowOf = (url: string) => fileRow(site, url)

async function posted(person: Person, bytes: Buffer) {
  const link = await uploadFile(site, person, bytes)
  const { id } = await buildMedia(person, { link })
  await site.runJobs({ copies: [link] })
  return (await person.call('GET', `/api/media/${id}`)).body
}

async function read(person: Person, url: string) {
  return Buffer.from(await (await getFile(site, url, person)).arrayBuffer())
}

/** Returns the ids of the processes that make copies for this one. */
function decoders(): number[] {
  const own = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return own.map(Number).filter((pid) => {
    try {
      const isChild = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === `${process.pid}`
      return isChild && /decoder\.\w+\0copy/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    } catch {
      return false
    }
  })
}

const sizes = (media: { variants: { width: number; height: number; format: string }[] }) =>
  media.variants.map(({ width, height, format }) => `${width}x${height} ${format}`)

describe('small copies', () => {
  it('are upright, in three widths and two formats, without position and camera', async () => {
    const photo = await phonePhoto(2400, 1600)
    expect((await sharp(photo).metadata()).exif?.includes('Camera of the test')).toBe(true)
    expect(photo.includes(Buffer.from([0x25, 0x88]))).toBe(true) // the GPS tag of the first directory
    const media = await posted(person, photo)
    expect(media).toMatchObject({ width: 1600, height: 2400 })
    expect(sizes(media)).toEqual(
      ['320x480', '640x960', '1280x1920'].flatMap((size) => [`${size} avif`, `${size} webp`]),
    )
    for (const variant of media.variants) {
      const copy = await read(person, variant.url)
      const { width, height, format, exif, orientation, icc, xmp } = await sharp(copy).metadata()
      expect(copy.length).toBe(variant.size)
      expect([width, height, format]).toEqual([
        variant.width,
        variant.height,
        variant.format === 'avif' ? 'heif' : 'webp',
      ])
      expect([exif, orientation, icc, xmp]).toEqual([undefined, undefined, undefined, undefined])
      expect(copy.includes('Camera of the test')).toBe(false)
    }
  })

  it('are tried again if the decoder is killed, and their uploader is told if this happens twice', async () => {
    const killing = setInterval(() => {
      for (const pid of decoders()) process.kill(pid, 'SIGKILL')
    }, 10)
    onTestFinished(() => clearInterval(killing))
    // Its copies take so long that the decoder is found even if this process has to wait for a processor.
    const media = await posted(person, await phonePhoto(6000, 4000))
    const states = async () => {
      const row = await rowOf(media.link)
      return [row?.attempts, row?.processing]
    }
    expect(await states()).toEqual([1, null])
    await site.db.execute(sql`update graphile_worker._private_jobs set run_at = now()`)
    await site.runJobs({ copies: [media.link] })
    expect(await states()).toEqual([2, 'failed'])
    const { items } = (await person.call('GET', '/api/notifications')).body
    expect(items.map(({ title }: { title: string }) => title)).toEqual(['We couldn’t convert your file photo.jpg'])
  })

  it('are never larger than the picture', async () => {
    const plain = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 4, background: '#fff8' } })
        .png()
        .toBuffer()
    expect(sizes(await posted(person, await plain(100, 50)))).toEqual(['100x50 avif', '100x50 webp'])
    expect(sizes(await posted(person, await plain(500, 100)))).toEqual([
      '320x64 avif',
      '320x64 webp',
      '500x100 avif',
      '500x100 webp',
    ])
    expect(sizes(await posted(person, await plain(1, 20_000)))).toEqual(['1x8000 avif', '1x8000 webp'])
  })

  it('are in sRGB for a picture in another colour space', async () => {
    const p3 = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#ff0000' } })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    const media = await posted(person, p3)
    const { data } = await sharp(await read(person, media.variants[1].url))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([(data[0] ?? 0) > 245, (data[1] ?? 255) < 12, (data[2] ?? 255) < 12]).toEqual([true, true, true])
  })

  it('are made from WebP, AVIF and animated GIF', async () => {
    const still = sharp({ create: { width: 40, height: 40, channels: 3, background: '#123' } })
    const frames = sharp([await still.clone().png().toBuffer(), await still.clone().negate().png().toBuffer()], {
      join: { animated: true },
    })
    for (const picture of [still.clone().webp(), still.clone().avif(), frames.gif()])
      expect(sizes(await posted(person, await picture.toBuffer()))).toEqual(['40x40 avif', '40x40 webp'])
  })

  it('are the same if the job runs twice', async () => {
    const media = await posted(person, await phonePhoto(100, 100))
    const before = await rowOf(media.link)
    await run('media:variants', { fileId: idOf(media.link) })
    await site.db
      .update(files)
      .set({ variants: [] })
      .where(eq(files.id, idOf(media.link)))
    await run('media:variants', { fileId: idOf(media.link) })
    expect(await rowOf(media.link)).toEqual(before)
  })

  it('are made from a truncated picture, not from a decompression bomb, and the server keeps running', async () => {
    const photo = await phonePhoto()
    const truncated = await posted(person, photo.subarray(0, photo.length / 2))
    expect(truncated.variants.length).toBeGreaterThan(0)
    const bomb = unfoldingPng(30_000, 30_000)
    expect(bomb.length).toBeLessThan(200_000)
    const noisy = Buffer.from(photo)
    for (let at = 700; at < noisy.length; at += 7) noisy[at] = (at * 31) & 0xff
    for (const bytes of [bomb, noisy]) {
      const url = await uploadFile(site, person, await phonePhoto(10, 10))
      const row = await rowOf(url)
      await site.services.storage.put(row?.storageKey ?? '', Readable.from([bytes]))
      await run('media:variants', { fileId: idOf(url) })
      if (bytes === bomb) expect((await rowOf(url))?.variants).toEqual([])
    }
    expect((await site.call('GET', '/healthz')).status).toBe(200)
  })
})

describe('the sweep', () => {
  const hours = (ago: number) => ({ createdAt: new Date(Date.now() - ago * 3_600_000).toISOString() })
  const age = (url: string, ago: number) =>
    site.db
      .update(files)
      .set(hours(ago))
      .where(eq(files.id, idOf(url)))

  it('deletes files that stayed unclaimed for a day, and nothing else', async () => {
    const [old, young, claimed, photo] = await Promise.all([1, 2, 3, 4].map(() => uploadFile(site, person, sound())))
    const unsent = (await askAddress(person)).fileUrl
    if (!old || !young || !claimed || !photo) throw new Error('no upload')
    await person.call('POST', '/api/media', { title: 'Kept', link: claimed })
    await site.db.update(accounts).set({ avatar: photo }).where(eq(accounts.id, person.id))
    const key = (await rowOf(old))?.storageKey ?? ''
    for (const url of [old, claimed, photo, unsent]) await age(url, 25)
    await age(young, 23)
    await run('media:sweep')
    const left = await Promise.all(
      [old, unsent, young, claimed, photo].map(async (url) => (await rowOf(url)) !== undefined),
    )
    expect(left).toEqual([false, false, true, true, true])
    expect(await site.services.storage.size(key)).toBeUndefined()
    for (const url of [young, claimed, photo]) expect((await getFile(site, url, person)).status).toBe(200)
    await run('media:sweep')
  })

  it('completes a deletion that crashed after deleting the bytes and before deleting the row', async () => {
    const url = await uploadFile(site, person, sound())
    await age(url, 25)
    const { storage } = site.services
    const remove = storage.remove
    storage.remove = async (key) => {
      await remove(key)
      throw new Error('the power went out')
    }
    await expect(run('media:sweep')).rejects.toThrow('the power went out')
    storage.remove = remove
    expect((await getFile(site, url, person)).status).toBe(404)
    expect(await rowOf(url)).toBeDefined()
    await run('media:sweep')
    expect(await rowOf(url)).toBeUndefined()
  })

  it('never deletes a file that is claimed meanwhile', async () => {
    const urls = await Promise.all(Array.from({ length: 8 }, () => uploadFile(site, person, sound(1000))))
    for (const url of urls) await age(url, 25)
    const claims = urls.map((link) => person.call('POST', '/api/media', { title: 'Just in time', link }))
    const [, ...answers] = await Promise.all([run('media:sweep'), ...claims])
    for (const [at, answer] of answers.entries()) {
      const served = (await getFile(site, urls[at] ?? '', person)).status
      expect([answer.status, served]).toEqual(answer.status === 201 ? [201, 200] : [400, 404])
    }
  })

  it('deletes the row of a file whose entry no longer exists', async () => {
    const media = await posted(person, await phonePhoto(30, 30))
    await age(media.link, 25)
    await site.db.execute(sql`delete from entries where id = ${media.id}`)
    await run('media:sweep')
    expect(await rowOf(media.link)).toBeUndefined()
  })

  it('deletes bytes without a row once they are a day old', async () => {
    const { storage } = site.services
    const url = await uploadFile(site, person, sound())
    const media = await posted(person, await phonePhoto(30, 30))
    const lost = `files/${crypto.randomUUID()}/original`
    for (const key of [lost, 'incoming/x', `files/${idOf(url)}/original-old`])
      await storage.put(key, Readable.from(['lost']))
    await run('media:orphans')
    expect(await text(await storage.open(lost))).toBe('lost')
    const root = `${site.dataDir}/media`
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) await utimes(`${entry.parentPath}/${entry.name}`, 0, 0)
    await run('media:orphans')
    for (const key of [lost, 'incoming/x', `files/${idOf(url)}/original-old`])
      expect([key, await storage.size(key)]).toEqual([key, undefined])
    for (const path of [url, media.link, media.variants[0].url])
      expect((await getFile(site, path, person)).status).toBe(200)
  })
})

it('an upload address still works after a refused upload', async () => {
  const { uploadUrl } = await askAddress(person)
  expect((await put(site, uploadUrl, Buffer.from('not a picture'))).status).toBe(415)
  expect((await put(site, uploadUrl, await phonePhoto(10, 10))).status).toBe(200)
})
