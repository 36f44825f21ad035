import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { accounts, auditLog } from '#core/tables.ts'
import { jobContextOf } from '#server/jobs/jobs.ts'
import { buildMedia } from '#test/build.ts'
import { deep } from '#test/depth.ts'
import { fileRow } from '#test/file-row.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { clip, ffmpegIsHere, loudnessOf, probe, record, tone } from '#test/recordings.ts'
import { getFile, idOf, uploadFile, video } from '#test/samples.ts'
import { jobs } from '../jobs.ts'
import { files } from '../table.ts'
import { makeCopies } from './copies.ts'

const site = testSite()
const { owner, other, keeper, premium } = cast(site, { premium: {} })

beforeAll(async () => {
  await site.db.update(accounts).set({ isPremium: true }).where(eq(accounts.id, premium.id))
})

async function posted(bytes: Buffer, contentType: string, more: Record<string, unknown> = {}) {
  const link = await uploadFile(site, owner, bytes, { contentType, filename: 'sample.mp4' })
  return buildMedia(owner, { link, ...more })
}
const read = async (id: string, person = owner) => (await person.call('GET', `/api/media/${id}`)).body
const bytesOf = async (url: string, person?: Person, headers = {}) =>
  Buffer.from(await (await getFile(site, url, person, headers)).arrayBuffer())
const rowOf = (url: string) => fileRow(site, url)
/** Cancels the answer without reading it, so that its file is closed. */
async function headOf(url: string, person?: Person) {
  const { status, headers, body } = await getFile(site, url, person)
  await body?.cancel()
  return { status, type: headers.get('content-type'), disposition: headers.get('content-disposition') }
}
async function keysOf(url: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of site.services.storage.list(`files/${idOf(url)}`)) keys.push(key.split('/').at(-1) ?? '')
  return keys.sort()
}
const context = (signal = new AbortController().signal) => ({
  ...jobContextOf(site.services, signal),
  addJob: async () => {},
  contentChanged: () => {},
})
/** Returns the ids of the ffmpeg processes that work in this site's folder. */
function working(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return command.startsWith('ffmpeg') && command.includes(site.services.workFolder)
      } catch {
        return false
      }
    })
    .map(Number)
}

test('a recording doesn’t wait for the copies of films', async () => {
  const [film, sound] = [await posted(video(), 'video/mp4'), await posted(tone(1), 'audio/wav')]
  const { rows } = await site.db.execute<{ id: string; queue: string }>(sql`
    select j.payload->>'fileId' as id, q.queue_name as queue
    from graphile_worker._private_jobs j join graphile_worker._private_job_queues q on q.id = j.job_queue_id`)
  const queueOf = ({ link }: { link: string }) => rows.find(({ id }) => id === idOf(link))?.queue
  expect([queueOf(film), queueOf(sound)]).toEqual(['media:films', 'media:copies'])
})

describe.skipIf(!ffmpegIsHere)('copies of a recording', () => {
  it('are Opus in mono at one loudness, with length and peaks, and without the original’s metadata', async () => {
    const original = tone(8)
    const media = await posted(original, 'audio/wav')
    expect(media).toMatchObject({ duration: null, peaks: null, processing: { state: 'pending', percent: 0 } })
    await site.runJobs({ copies: true })
    const after = await read(media.id)
    expect(after).toMatchObject({ type: 'AUDIO', processing: { state: 'done', percent: 100 }, size: original.length })
    expect(after.duration).toBeCloseTo(8, 1)
    expect(after.peaks).toHaveLength(46)
    expect(Math.max(...after.peaks.slice(0, 22))).toBe(0)
    expect(Math.min(...after.peaks.slice(24))).toBeGreaterThan(0.8)
    expect(JSON.stringify(after.peaks).length).toBeLessThan(300)
    expect(after.variants).toEqual([
      {
        url: `${media.link}/sound.webm`,
        kind: 'audio',
        format: 'webm',
        width: null,
        height: null,
        size: expect.any(Number),
      },
    ])
    const copy = await bytesOf(after.variants[0].url, other)
    expect(copy.length).toBe(after.variants[0].size)
    expect(copy.length).toBeLessThan(original.length / 20)
    expect(probe(copy).streams).toMatchObject([{ codec_name: 'opus', channels: 1 }])
    expect(Number(probe(copy).format.duration)).toBeCloseTo(8, 0)
    expect(original.includes('Place of the test')).toBe(true)
    expect(copy.includes('of the test')).toBe(false)
    expect(loudnessOf(original)).toBeLessThan(-30)
    expect(Math.abs(loudnessOf(copy) + 16)).toBeLessThan(1)
    expect((await bytesOf(media.link, owner)).equals(original)).toBe(true)
  })

  it('show their progress to the author and keepers only', async () => {
    const { id } = await posted(tone(1), 'audio/wav')
    expect((await read(id, keeper)).processing).toEqual({ state: 'pending', percent: 0 })
    expect((await read(id, other)).processing).toBeNull()
    await site.runJobs({ copies: true })
  })

  it('aren’t made if the recording is silent, and its author is told what to do', async () => {
    const { id } = await posted(record('silence.flac', ['-f', 'lavfi', '-i', 'anullsrc=d=2', '-t', '2']), 'audio/flac')
    await site.runJobs({ copies: true })
    expect((await read(id)).processing.state).toBe('failed')
    const [mail] = (await site.mails(owner.email)).filter(({ text }) => text.includes(`/media/${id}`))
    expect(mail?.text).toContain('Nothing could be heard in this recording.\n\nRecord it again.')
  })
})

describe.skipIf(!ffmpegIsHere)('copies of a video', () => {
  it('are upright H.264 in 360p and 720p with a poster, and play while loading', async () => {
    const seconds = deep ? 2 : 1
    const media = await posted(clip({ turned: true, seconds }), 'video/mp4')
    await site.runJobs({ copies: true })
    const after = await read(media.id)
    expect(after).toMatchObject({ width: 720, height: 1280, processing: { state: 'done' } })
    expect(after.duration).toBeCloseTo(seconds, 0)
    const sizes = (format: string) =>
      after.variants
        .filter((one: { format: string }) => one.format === format)
        .map((one: { width: number; height: number; kind: string }) => `${one.kind} ${one.width}x${one.height}`)
    expect(sizes('mp4')).toEqual(['video 360x640', 'video 720x1280'])
    expect(sizes('webp')).toEqual(['image 320x569', 'image 640x1138', 'image 720x1280'])
    expect(sizes('avif')).toHaveLength(3)
    for (const { url, format } of after.variants.filter((one: { format: string }) => one.format === 'mp4')) {
      const copy = await bytesOf(url, other)
      const { streams, format: container } = probe(copy)
      expect([url, streams.map((one) => one.codec_name)]).toEqual([url, ['h264', 'aac']])
      expect(Number(streams[0]?.nb_read_frames)).toBeLessThan(33 * seconds) // The original has 60 a second.
      expect(JSON.stringify([streams, container.tags])).not.toMatch(/of the test|"location|35\.5/)
      expect(copy.indexOf('moov')).toBeLessThan(copy.indexOf('mdat'))
      expect(format).toBe('mp4')
    }
    const part = await getFile(site, `${media.link}/360.mp4`, other, { range: 'bytes=4-7' })
    expect([part.status, part.headers.get('content-type'), await part.text()]).toEqual([206, 'video/mp4', 'ftyp'])
  })

  it('are never larger than the video', async () => {
    const media = await posted(clip({ size: '320x240', rate: 10 }), 'video/mp4')
    await site.runJobs({ copies: true })
    const { variants } = await read(media.id)
    expect(variants.map((one: { width: number; format: string }) => `${one.width}.${one.format}`)).toEqual([
      '320.avif',
      '320.webp',
      '320.mp4',
    ])
  })
})

describe.skipIf(!ffmpegIsHere)('access to files', () => {
  it('everyone who may see the entry gets copies; the author and keepers get originals', async () => {
    const original = tone(1)
    const { id, link } = await posted(original, 'audio/wav')
    expect((await headOf(link, other)).status).toBe(202) // There are no copies yet.
    await site.runJobs({ copies: true })
    const copy = await bytesOf(`${link}/sound.webm`, other)
    for (const person of [owner, keeper]) {
      expect((await bytesOf(link, person)).equals(original)).toBe(true)
      const { disposition } = await headOf(`${link}?download`, person)
      expect(disposition).toMatch(/^attachment; filename="sample.wav"/)
    }
    for (const person of [other, premium]) expect((await bytesOf(link, person)).equals(copy)).toBe(true)
    const { status, type, disposition } = await headOf(link, other)
    expect([status, type]).toEqual([200, 'audio/webm'])
    expect(disposition).toMatch(/^inline; filename="sample.webm"/)
    expect((await headOf(`${link}?download`, other)).status).toBe(404)
    const statuses = async (person?: Person) =>
      Promise.all([link, `${link}/sound.webm`].map(async (url) => (await headOf(url, person)).status))
    expect(await statuses()).toEqual([404, 404])
    await owner.call('PATCH', `/api/media/${id}`, { visibility: 'public' })
    expect(await statuses()).toEqual([200, 200])
    await owner.call('PATCH', `/api/media/${id}`, { state: 'draft' })
    expect([await statuses(), await statuses(premium)]).toEqual([
      [404, 404],
      [404, 404],
    ])
    expect(await statuses(owner)).toEqual([200, 200])
  })
})

describe.skipIf(!ffmpegIsHere)('the job', () => {
  it('has the same result if it runs twice, and its copies are deleted with the entry', async () => {
    const { id, link } = await posted(clip({ size: '320x240', seconds: 1 }), 'video/mp4')
    await site.runJobs({ copies: true })
    const [before, keys] = [await rowOf(link), await keysOf(link)]
    expect(keys).toHaveLength(4)
    await site.db
      .update(files)
      .set({ processing: 'pending', variants: [] })
      .where(eq(files.id, idOf(link)))
    await makeCopies(context(), idOf(link))
    const after = await rowOf(link)
    expect(after?.variants.map((one) => one.key)).toEqual(before?.variants.map((one) => one.key))
    expect(await keysOf(link)).toEqual(keys)
    await owner.call('DELETE', `/api/media/${id}`)
    await site.runJobs({ copies: true })
    expect([await keysOf(link), await rowOf(link)]).toEqual([[], undefined])
    expect(readdirSync(site.services.workFolder)).toEqual([])
  })

  it.runIf(deep)('is repeated after it was killed once, and succeeds', async () => {
    const { id } = await posted(clip({ seconds: 10 }), 'video/mp4')
    const running = site.runJobs({ copies: true })
    const [victim = 0] = await expect.poll(working, { interval: 50, timeout: 30_000 }).toHaveLength(1).then(working)
    process.kill(victim, 'SIGKILL')
    await running
    expect((await read(id)).processing).toEqual({ state: 'done', percent: 100 })
    expect(readdirSync(site.services.workFolder)).toEqual([])
  })

  it('marks the file as failed if it is killed every time: readers get it without copies, and the log says why', async () => {
    const { id, link } = await posted(clip({ seconds: deep ? 10 : 2 }), 'video/mp4')
    const killing = setInterval(() => {
      for (const pid of working()) process.kill(pid, 'SIGKILL')
    }, 20)
    await site.runJobs({ copies: true })
    clearInterval(killing)
    expect((await read(id)).processing.state).toBe('failed')
    expect((await headOf(link, other)).status).toBe(200)
    const failed = and(eq(auditLog.action, 'media:copies-failed'), eq(auditLog.subjectId, id))
    const [line] = await site.db.select({ detail: auditLog.detail }).from(auditLog).where(failed)
    expect(line?.detail).toMatchObject({ fileId: idOf(link), reason: expect.stringMatching(/ended from outside/) })
  })

  it('stops with the server, and leaves the file pending', async () => {
    const { id, link } = await posted(clip({ seconds: deep ? 10 : 2 }), 'video/mp4')
    const stop = new AbortController()
    const running = makeCopies(context(stop.signal), idOf(link))
    await expect.poll(working, { interval: 50, timeout: 30_000 }).toHaveLength(1)
    stop.abort(new Error('stopping'))
    await expect(running).rejects.toThrow('stopping')
    expect([working(), readdirSync(site.services.workFolder)]).toEqual([[], []])
    expect((await read(id)).processing.state).toBe('pending')
    expect((await rowOf(link))?.attempts).toBe(0)
    await owner.call('DELETE', `/api/media/${id}`)
  })

  it.each(deep ? (['provide', 'put'] as const) : (['provide'] as const))(
    'is queued again by `media:missed-copies` if errors of storage.%s used up its attempts',
    async (step) => {
      const { id, link } = await posted(tone(1), 'audio/wav')
      const { storage } = site.services
      const original = storage[step]
      Object.assign(storage, { [step]: () => Promise.reject(new Error('the storage is down')) })
      for (let at = 0; at < 5; at++) {
        await site.db.execute(`update graphile_worker._private_jobs set run_at = now()`)
        await site.runJobs({ copies: true })
      }
      Object.assign(storage, { [step]: original })
      await site.runJobs({ copies: true })
      expect(await read(id)).toMatchObject({ processing: { state: 'pending' } })
      await site.db.execute(`select graphile_worker.add_job('media:missed-copies')`)
      await site.runJobs({ copies: true })
      expect((await read(id)).processing).toEqual({ state: 'done', percent: 100 })
      expect((await rowOf(link))?.attempts).toBe(1)
    },
  )

  it('begins no third attempt after two crashes, which can’t report themselves', async () => {
    const { id, link } = await posted(tone(1), 'audio/wav')
    await site.db
      .update(files)
      .set({ attempts: 2 })
      .where(eq(files.id, idOf(link)))
    await site.runJobs({ copies: true })
    expect((await read(id)).processing.state).toBe('failed')
  })

  it('leaves the recording without copies if ffmpeg is missing, and makes the missing copies once it is installed', async () => {
    const original = tone(1)
    const { id, link } = await posted(original, 'audio/wav')
    const { PATH } = process.env
    process.env.PATH = '/nowhere'
    await site.runJobs({ copies: true }).finally(() => {
      process.env.PATH = PATH
    })
    expect(await read(id)).toMatchObject({ processing: null, variants: [], peaks: null })
    expect((await bytesOf(link, owner)).equals(original)).toBe(true)
    expect(probe(await bytesOf(link, other)).format.duration).toBe('1.000000')
    const { addJob, ...rest } = context()
    const queued: unknown[] = []
    await jobs['media:missed-copies']?.run({ ...rest, addJob: async (...job) => void queued.push(job[1]) }, {})
    expect(queued).toContainEqual({ fileId: idOf(link) })
    await makeCopies({ ...rest, addJob }, idOf(link))
    expect((await read(id)).variants).toHaveLength(1)
  })
})

describe.skipIf(!ffmpegIsHere)('a film that was cut', () => {
  it('lasts as long as its copy, and its author reads that it seems incomplete', async () => {
    const complete = record('complete.mp4', [
      ...['-f', 'lavfi', '-i', 'testsrc=s=160x120:r=10:d=20', '-f', 'lavfi', '-i', 'sine=d=20'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-movflags', '+faststart'],
    ])
    const { id } = await posted(complete.subarray(0, complete.length / 2), 'video/mp4')
    await site.runJobs({ copies: true })
    const { duration, processing, variants } = await read(id)
    expect(processing).toEqual({ state: 'done', percent: 100, incomplete: true })
    const { url } = variants.find(({ format }: { format: string }) => format === 'mp4')
    expect(Math.abs(Number(probe(await bytesOf(url, other)).format.duration) - duration)).toBeLessThan(0.2)
    expect(duration).toBeLessThan(15)
    const noted = and(eq(auditLog.action, 'media:incomplete'), eq(auditLog.subjectId, id))
    expect(await site.db.$count(auditLog, noted)).toBe(1)
  })
})

describe.skipIf(!ffmpegIsHere)('hostile files', () => {
  const head = video(40).subarray(0, 32)
  const hugePicture = () => {
    const movie = record('huge.mov', ['-f', 'lavfi', '-i', 'testsrc=s=64x64:d=1:r=5', '-c:v', 'mjpeg'])
    for (let at = movie.indexOf('ffc0', 'hex'); at > 0; at = movie.indexOf('ffc0', at + 1, 'hex'))
      movie.fill(0xff, at + 5, at + 9)
    return movie
  }
  const hostile: [string, () => Buffer][] = [
    ['zeros', () => Buffer.alloc(50_000)],
    ['a cut video', () => clip({ seconds: 1 }).subarray(0, 20_000)],
    ['noise in the shape of a video', () => video(100_000)],
    ['a picture of 65,535 by 65,535', hugePicture],
  ]

  /** Posts a video, then replaces its bytes with others, so that the checks on uploads don't see them. */
  async function smuggled(bytes: Buffer) {
    const media = await posted(video(), 'video/mp4')
    const row = await rowOf(media.link)
    await site.services.storage.put(row?.storageKey ?? '', Readable.from([bytes]))
    await site.runJobs({ copies: true })
    return { ...media, after: await read(media.id) }
  }

  it.each(hostile)('there is no copy of %s, and the site keeps running', async (_, make) => {
    const { after, link } = await smuggled(make())
    expect([after.processing.state, after.variants]).toEqual(['failed', []])
    expect([(await headOf(link, other)).status, (await headOf(link, owner)).status]).toEqual([204, 200])
    expect((await site.call('GET', '/healthz')).status).toBe(200)
  })

  it('playlists can’t read other files or call servers, even behind the head of a video', async () => {
    let requests = 0
    const trap = createServer((_, response) => {
      requests++
      response.end()
    }).listen(0)
    await once(trap, 'listening')
    const { port } = trap.address() as { port: number }
    const secret = `${site.dataDir}/secret.mp4`
    writeFileSync(secret, clip({ size: '320x240', seconds: 1 }))
    const segments = ['#EXTM3U', '#EXT-X-TARGETDURATION:10']
    for (const target of [`http://127.0.0.1:${port}/x.ts`, `file://${secret}`, secret])
      segments.push('#EXTINF:10,', target)
    const playlists = [
      segments.join('\n'),
      `ffconcat version 1.0\nfile '${secret}'\nfile 'http://127.0.0.1:${port}/x.mp4'\n`,
      `<MPD><Period><AdaptationSet><Representation><BaseURL>http://127.0.0.1:${port}/</BaseURL></Representation></AdaptationSet></Period></MPD>`,
    ].map((text) => Buffer.from(text))
    for (const playlist of playlists) {
      const refused = uploadFile(site, owner, playlist, { contentType: 'video/mp4' })
      await expect(refused).rejects.toThrow('415')
      for (const bytes of [...(deep ? [playlist] : []), Buffer.concat([head, playlist])])
        expect((await smuggled(bytes)).after).toMatchObject({ processing: { state: 'failed' }, variants: [] })
    }
    trap.close()
    expect(requests).toBe(0)
  })

  it.runIf(deep)('100,000 frames a second become thirty', async () => {
    const source = ['-f', 'lavfi', '-i', 'testsrc=s=64x64:r=100000:d=0.1']
    const fast = record('fast.mp4', [...source, '-c:v', 'libx264', '-preset', 'ultrafast'])
    expect(Number(probe(fast).streams[0]?.nb_read_frames)).toBe(10_000)
    const { id, link } = await posted(fast, 'video/mp4')
    await site.runJobs({ copies: true })
    expect((await read(id)).processing.state).toBe('done')
    expect(Number(probe(await bytesOf(`${link}/64.mp4`, owner)).streams[0]?.nb_read_frames)).toBeLessThan(6)
  })
})
