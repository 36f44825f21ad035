import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deep } from '#test/depth.ts'
import { testSite } from '#test/harness.ts'
import { clip, ffmpegIsHere } from '#test/recordings.ts'
import { sound } from '#test/samples.ts'
import { until } from '#test/until.ts'
import { type WatchedServer, watchedServer } from '#test/watched-server.ts'
import { nodeVariables } from '../../../../scripts/lib/node-options.ts'
import { residentOf } from '../../../../tools/bench/processes.ts'
import { wavHead } from '../../../../tools/wav.ts'

// This test runs the server in its own process, as `npm start` does, and watches it from outside.
const mega = 1024 * 1024
const length = (deep ? 400 : 110) * mega
/** Maximum growth in MB: several times what used buffers take; a server that holds the file needs more. */
const mostGrowth = 100

describe.skipIf(!existsSync('/proc/self/status'))('a large file', { timeout: 120_000 }, () => {
  const site = testSite()
  let server: WatchedServer
  let token: string

  beforeAll(async () => {
    const limits = { MAX_UPLOAD_MB: '800', QUOTA_MB: '5000', QUOTA_UNCONFIRMED_MB: '5000' }
    server = await watchedServer(site.databaseUrl, { ...nodeVariables, ...limits })
    const member = { name: 'Test Person', email: 'memory@site.test', password: 'test password' }
    token = ((await (await api('POST', '/api/auth/register', member)).json()) as { token: string }).token
  })
  afterAll(() => server.stop())

  function api(method: string, path: string, body?: unknown) {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    return fetch(`${server.url}${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
  }

  /** Returns how many bytes the server has read so far, from files and connections. */
  function bytesRead(): number {
    return Number(/rchar: (\d+)/.exec(readFileSync(`/proc/${server.pid}/io`, 'utf8'))?.[1])
  }

  /** Returns how much the server's memory grew while `work` ran, in MB. */
  const growth = async (work: () => Promise<void>) => (await server.cost(work)).mb

  function* pieces(total: number) {
    const piece = sound(104 * 2400)
    for (let left = total; left > 0; left -= piece.length) yield piece.subarray(0, Math.min(left, piece.length))
  }

  function upload(total: number, headers: Record<string, string> = {}): Promise<string> {
    return send(pieces(total), { filename: 'long.mp3', contentType: 'audio/mpeg' }, headers)
  }

  async function addressFor(file: object): Promise<{ uploadUrl: string; fileUrl: string }> {
    const created = await api('POST', '/api/uploads', file)
    if (!created.ok) throw new Error(await created.text())
    return (await created.json()) as { uploadUrl: string; fileUrl: string }
  }

  async function send(bytes: Iterable<Buffer>, file: object, headers: Record<string, string> = {}): Promise<string> {
    const { uploadUrl, fileUrl } = await addressFor(file)
    const sending = request(uploadUrl, { method: 'PUT', headers })
    Readable.from(bytes).pipe(sending)
    const [answer] = await once(sending, 'response')
    answer.resume()
    expect(answer.statusCode).toBe(200)
    return fileUrl
  }

  async function download(fileUrl: string): Promise<number> {
    const answer = await api('GET', fileUrl)
    let read = 0
    for await (const part of answer.body ?? []) read += part.length
    return read
  }

  it('is uploaded and downloaded in constant memory', async () => {
    // The first files also fill the pools that the process keeps.
    await download(await upload(80 * mega))
    let fileUrl = ''
    const figures = {
      upload: await growth(async () => {
        fileUrl = await upload(length, { 'content-length': String(length) })
      }),
      chunked: await growth(async () => {
        await upload(length)
      }),
      download: await growth(async () => {
        expect(await download(fileUrl)).toBe(length)
      }),
    }
    console.info('memory growth in MB', figures, 'of', residentOf(server.pid))
    for (const [what, mb] of Object.entries(figures)) expect([what, mb < mostGrowth]).toEqual([what, true])
  })

  it.runIf(deep && ffmpegIsHere)('gets video copies in constant memory', async () => {
    // This yields a short clip, then an empty MP4 box that makes the file as long as needed.
    function* longVideo() {
      const film = clip({ size: '320x240', seconds: 1 })
      const empty = length - film.length
      const head = Buffer.from('\0\0\0\0free')
      head.writeUInt32BE(empty)
      yield film
      yield head
      for (let left = empty - 8; left > 0; left -= mega) yield Buffer.alloc(Math.min(left, mega))
    }
    const link = await send(longVideo(), { filename: 'long.mp4', contentType: 'video/mp4' })
    type Media = { size: number; processing: { state: string }; variants: unknown[] }
    let media: Media | undefined
    const figure = await growth(async () => {
      const created = await api('POST', '/api/media', { title: 'Sample video', link })
      const { id } = (await created.json()) as { id: string }
      const read = async () => (await (await api('GET', `/api/media/${id}`)).json()) as Media
      media = await until(
        async () => {
          const current = await read()
          return current.processing.state !== 'pending' && current
        },
        'the copies of the video',
        100,
      )
    })
    console.info('memory growth in MB while copies are made', figure)
    expect(media).toMatchObject({ size: length, processing: { state: 'done' }, variants: { length: 3 } })
    expect(figure).toBeLessThan(mostGrowth)
  })

  it.runIf(deep && ffmpegIsHere)(
    'of two hours of sound is uploaded, copied and heard in constant memory',
    { timeout: 900_000 },
    async () => {
      const [rate, seconds] = [48_000, 2 * 60 * 60]
      const samples = Int16Array.from({ length: rate }, (_, at) => 8000 * Math.sin((2 * Math.PI * 440 * at) / rate))
      const second = Buffer.from(samples.buffer)
      function* wave() {
        yield wavHead(rate, second.length * seconds)
        for (let at = 0; at < seconds; at++) yield second
      }
      // The first files also fill the pools that the process keeps.
      await download(await upload(80 * mega))
      type Media = { size: number; duration: number; processing: { state: string }; variants: { url: string }[] }
      let media: Media | undefined
      let heard = 0
      const figure = await growth(async () => {
        const link = await send(wave(), { filename: 'long.wav', contentType: 'audio/wav' })
        const created = await api('POST', '/api/media', { title: 'Sample of two hours', link })
        const { id } = (await created.json()) as { id: string }
        media = await until(
          async () => {
            const current = (await (await api('GET', `/api/media/${id}`)).json()) as Media
            return current.processing.state !== 'pending' && current
          },
          'the copies of the recording',
          800,
        )
        for (const { url } of media.variants) heard += await download(url)
      })
      console.info('memory growth in MB for two hours of sound', figure, 'and bytes heard', heard)
      expect(media).toMatchObject({ size: 44 + second.length * seconds, processing: { state: 'done' } })
      expect(Math.abs((media?.duration ?? 0) - seconds)).toBeLessThan(0.2)
      expect(heard).toBeGreaterThan(seconds * 2000)
      expect(figure).toBeLessThan(30)
    },
  )

  it('is not read any further after its reader leaves, nor buffered for a slow reader', async () => {
    const fileUrl = await upload(length)
    const open = () =>
      readdirSync(`/proc/${server.pid}/fd`).filter((fd) => {
        try {
          return readlinkSync(`/proc/${server.pid}/fd/${fd}`).startsWith(join(server.dataDir, 'media'))
        } catch {
          return false
        }
      })
    // This needs its own connection: the kernel buffers up to 36 MB for one that has already read a lot.
    const slow = request(`${server.url}${fileUrl}`, {
      headers: { authorization: `Bearer ${token}` },
      agent: false,
    }).end()
    const [answer] = await once(slow, 'response')
    await once(answer, 'readable')
    const before = bytesRead()
    // Another reader gets the whole file meanwhile. A server that doesn't wait for the slow one would read it for both.
    const figure = await growth(async () => {
      expect(await download(fileUrl)).toBe(length)
    })
    const ahead = bytesRead() - before - length
    console.info('MB read ahead for a slow reader', ahead / mega, 'and memory growth', figure)
    expect(ahead).toBeLessThan(20 * mega)
    expect(figure).toBeLessThan(mostGrowth)
    await expect.poll(open, { timeout: 20_000 }).toHaveLength(1)
    slow.destroy()
    await expect.poll(open, { timeout: 20_000 }).toHaveLength(0)
  })

  it('leaves nothing if it is cut off halfway', async () => {
    const { uploadUrl } = await addressFor({ filename: 'long.mp3', contentType: 'audio/mpeg', size: length })
    const stored = () =>
      readdirSync(join(server.dataDir, 'media'), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      ).length
    const before = stored()
    const sending = request(uploadUrl, { method: 'PUT', headers: { 'content-length': length } })
    sending.on('error', () => {})
    for (const piece of pieces(length / 2)) if (!sending.write(piece)) await once(sending, 'drain')
    await expect.poll(stored, { timeout: 20_000 }).toBe(before + 1)
    sending.destroy()
    await expect.poll(stored, { timeout: 20_000 }).toBe(before)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })
})
