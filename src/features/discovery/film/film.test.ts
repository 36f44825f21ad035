import { expect, test, vi } from 'vitest'
import { mostFilmBytes } from '#content/media/film/film.ts'
import { jobContextOf } from '#server/jobs/jobs.ts'
import { buildConsent, buildMedia, buildPoem } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { ffmpegIsHere, probe, record } from '#test/recordings.ts'
import { getFile, uploadFile } from '#test/samples.ts'
import { jobs } from './jobs.ts'

const site = testSite()
const { author, keeper, member } = cast(site)

let seed = 0
/** Returns a loud noise, which makes the largest film, with other bytes each time. */
const noise = (seconds: number) =>
  record('noise.wav', ['-f', 'lavfi', '-i', `anoisesrc=d=${seconds}:c=white:seed=${++seed}`])

async function posted(more: Record<string, unknown> = {}, seconds = 2) {
  const link = await uploadFile(site, author, noise(seconds), { contentType: 'audio/wav' })
  const { id } = await buildMedia(author, { link, visibility: 'public', ...more })
  await site.runJobs({ copies: [link] })
  return { id: id as string, film: `${link.replace('/files/', '/films/')}.mp4` }
}

async function stored(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of site.services.storage.list('films')) keys.push(key)
  return keys
}

test.runIf(ffmpegIsHere)('a recording travels as a film with its sound, and is made once', async () => {
  const { film, id } = await posted({ speakers: ['Sample Speaker'], place: 'Sample place' })
  const first = await getFile(site, film)
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'video/mp4'])
  const bytes = Buffer.from(await first.arrayBuffer())
  expect(first.headers.get('content-length')).toBe(`${bytes.length}`)
  const { streams, format } = probe(bytes)
  expect(streams.map(({ codec_name }) => codec_name)).toEqual(['h264', 'aac'])
  expect(Math.abs(Number(format.duration) - 2)).toBeLessThan(0.3)
  const [key] = await stored()
  const again = await getFile(site, film, undefined, { 'if-none-match': `W/${first.headers.get('etag')}` })
  expect(again.status).toBe(304)
  expect(await stored()).toEqual([key])
  // Its page offers it; a new title makes a new film.
  expect((await site.call('GET', `/media/${id}`)).body).toContain(`href="${film}"`)
  await author.call('PATCH', `/api/media/${id}`, { title: 'Another sample title' }, { 'if-match': await versionOf(id) })
  expect((await getFile(site, film)).headers.get('etag')).not.toBe(first.headers.get('etag'))
})

test.runIf(ffmpegIsHere)('a request for the headers of a film leaves no file open', async () => {
  const { film } = await posted()
  await getFile(site, film)
  const open = vi.spyOn(site.services.storage, 'open')
  const { status, headers } = await getFile(site, film, undefined, {}, 'HEAD')
  expect([status, headers.get('content-type')]).toEqual([200, 'video/mp4'])
  const opened = await Promise.all(open.mock.results.map(({ value }) => value))
  open.mockRestore()
  expect(opened.map((file) => file.destroyed)).toEqual(opened.map(() => true))
  expect(opened.length).toBe(1)
})

const versionOf = async (id: string) => (await author.call('GET', `/api/media/${id}`)).body.updatedAt

test.runIf(ffmpegIsHere)('the recording of a poem travels, too', async () => {
  const recording = await uploadFile(site, author, noise(2), { contentType: 'audio/wav' })
  const { id } = await buildPoem(author, { recording, visibility: 'public' })
  await site.runJobs({ copies: [recording] })
  const film = `${recording.replace('/files/', '/films/')}.mp4`
  expect((await site.call('GET', `/language/poems/${id}`)).body).toContain(`href="${film}"`)
  expect((await getFile(site, film)).headers.get('content-type')).toBe('video/mp4')
})

test.runIf(ffmpegIsHere)(
  'a film of thirty seconds of noise is at most 250 KB, and a longer recording has none',
  async () => {
    const { film } = await posted({}, 30)
    const bytes = Buffer.from(await (await getFile(site, film)).arrayBuffer())
    expect(bytes.length).toBeGreaterThan(50_000)
    expect(bytes.length).toBeLessThanOrEqual(mostFilmBytes)
    const long = await posted({}, 31)
    expect((await getFile(site, long.film)).status).toBe(404)
    expect((await site.call('GET', `/media/${long.id}`)).body).not.toContain('/films/')
  },
)

test.runIf(ffmpegIsHere)(
  'there is a film only while guests can hear the recording and its labels allow it',
  async () => {
    const { id, film } = await posted()
    expect((await getFile(site, film)).status).toBe(200)
    const change = async (by: Person, more: object) => {
      const { status, body } = await by.call('PATCH', `/api/media/${id}`, more)
      expect(status, JSON.stringify(body)).toBe(200)
    }
    for (const [by, hide, show] of [
      [author, { visibility: 'members' }, { visibility: 'public' }],
      [keeper, { labels: ['sacred'] }, { labels: [] }],
      [keeper, { labels: ['community'] }, { labels: ['attribution'] }],
      [keeper, { deceased: true }, { deceased: false }],
    ] as const) {
      await change(by, hide)
      for (const viewer of [undefined, member, author, keeper])
        expect((await getFile(site, film, viewer)).status).toBe(404)
      expect((await site.call('GET', `/media/${id}`)).body).not.toContain('/films/')
      await change(by, show)
      expect((await getFile(site, film)).status).toBe(200)
    }
    expect((await getFile(site, '/films/x.mp4')).status).toBe(404)
    expect((await getFile(site, `/films/${id}.mp4`)).status).toBe(404)
    expect((await author.call('DELETE', `/api/media/${id}`)).status).toBe(200)
    expect((await getFile(site, film)).status).toBe(404)
  },
)

test.runIf(ffmpegIsHere)('a film ends with the consent, and its bytes a day later', async () => {
  const { id, film } = await posted()
  const made = await buildConsent(keeper, id)
  expect((await getFile(site, film)).status).toBe(200)
  expect((await keeper.call('POST', `/api/consents/${made.id}/withdrawal`)).status).toBe(200)
  expect((await getFile(site, film)).status).toBe(404)
  const opened = await site.call('GET', film, undefined, { accept: 'text/html' })
  expect(opened.status).toBe(404)
  expect(opened.body).toContain('This video is no longer available')
  const { storage } = site.services
  const aged = {
    ...storage,
    async *list(prefix: string) {
      for await (const { key } of storage.list(prefix))
        yield { key, modifiedAt: new Date(Date.now() - (key.includes(film.slice(7, 40)) ? 25 : 1) * 60 * 60 * 1000) }
    },
  }
  const before = await stored()
  const context = jobContextOf({ ...site.services, storage: aged }, new AbortController().signal)
  await jobs['films:sweep']?.run(context, {})
  const gone = before.filter((key) => key.includes(film.slice(7, 40)))
  expect(gone).toHaveLength(1)
  expect(await stored()).toEqual(before.filter((key) => !gone.includes(key)))
})

test.runIf(ffmpegIsHere)('a hundred requests for new films at once don’t hold up anything else', async () => {
  const films = [await posted(), await posted(), await posted()]
  const asked = Promise.all(
    Array.from({ length: 100 }, async (_, at) => (await getFile(site, films[at % 3]?.film ?? '')).status),
  )
  const begun = performance.now()
  expect((await site.call('GET', '/api/media?limit=1')).status).toBe(200)
  expect(performance.now() - begun).toBeLessThan(2_000)
  expect(new Set(await asked)).toEqual(new Set([200, 429]))
})
