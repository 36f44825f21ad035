import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { serve } from '@hono/node-server'
import { describe, expect, it } from 'vitest'
import { fileRow } from '#test/file-row.ts'
import { castForEach, testSite } from '#test/harness.ts'
import { askAddress, getFile, phonePhoto, put, sound, unfoldingPng, uploadFile, video, zip } from '#test/samples.ts'

const site = testSite({ maxUploadMb: 1 })
const { person } = castForEach(site)

/** The head of a picture taken with an iPhone. */
const heic = Buffer.concat([Buffer.from('0000001866747970686569630000000068656963', 'hex'), Buffer.alloc(3000)])

/** Lists the files in the storage's folder, including temporary ones. */
function stored(): string[] {
  return readdirSync(`${site.dataDir}/media`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
}

async function rowOf(fileUrl: string) {
  return fileRow(site, fileUrl)
}

describe('asking for an address', () => {
  it('returns where to send the file and its future address', async () => {
    const { uploadUrl, fileUrl } = await askAddress(person, { size: 100 })
    expect(fileUrl).toMatch(/^\/files\/[0-9a-f-]{36}$/)
    expect(uploadUrl).toMatch(/^http:\/\/site\.test\/uploads\/[0-9a-f-]{36}\?expires=\d+&signature=[\w-]+$/)
  })

  it('works at the older address too', async () => {
    const answer = await person.call('GET', '/content?operation=getUploadUrl&filename=a.png&contentType=image/png')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ uploadUrl: expect.any(String), fileUrl: expect.any(String) })
  })

  it.each([
    ['text/html', 415],
    ['image/svg+xml', 415],
    ['IMAGE/SVG+XML; charset=utf-8', 415],
    ['application/zip', 415],
    ['image/', 415],
    ['image/jpeg\r\nx: y', 415],
  ])('refuses the type %j with %i', async (contentType, status) => {
    expect((await person.call('POST', '/api/uploads', { filename: 'a', contentType })).status).toBe(status)
  })

  it('refuses announced sizes that are too large, zero or negative, and refuses guests', async () => {
    const ask = (size: number) => person.call('POST', '/api/uploads', { filename: 'a', contentType: 'image/png', size })
    expect((await ask(1024 * 1024 + 1)).status).toBe(413)
    expect((await ask(0)).status).toBe(400)
    expect((await ask(-1)).status).toBe(400)
    expect((await site.call('POST', '/api/uploads', { filename: 'a', contentType: 'image/png' })).status).toBe(401)
  })
})

describe('asking with the first bytes', () => {
  it('answers the kind, and refuses a picture that has too many pixels', async () => {
    const ask = (bytes: Buffer) => {
      const head = bytes.subarray(0, 4_100).toString('base64')
      return person.call('POST', '/api/uploads', {
        filename: 'IMG_0001',
        contentType: 'application/octet-stream',
        head,
      })
    }
    expect((await ask(await phonePhoto(20, 20))).body.kind).toBe('image')
    expect((await ask(ogg())).body.kind).toBe('audio')
    // The tracks decide, and they may come later.
    expect((await ask(webm('A_OPUS'))).body.kind).toBeUndefined()
    const { status, body } = await ask(unfoldingPng(30_000, 30_000))
    expect([status, body.code]).toEqual([413, 'too_large'])
    expect(body.error).toContain('at most 200 megapixels')
  })
})

describe('sending the bytes', () => {
  it('stores them with their detected type, whatever was declared', async () => {
    const photo = await phonePhoto()
    const { uploadUrl, fileUrl } = await askAddress(person, {
      filename: 'x.png',
      contentType: 'image/png',
      size: photo.length,
    })
    const answer = await put(site, uploadUrl, photo)
    const sha256 = createHash('sha256').update(photo).digest('hex')
    expect(answer.body).toEqual({ fileUrl, kind: 'image', size: photo.length, contentType: 'image/jpeg', sha256 })
    expect(await rowOf(fileUrl)).toMatchObject({ kind: 'image', width: 1200, height: 1600, size: photo.length })
  })

  it.each([
    ['sound', sound(), 'audio/mpeg', 'audio/mpeg'],
    ['a video', video(), 'video/mp4', 'video/mp4'],
    ['a video called a picture', video(), 'image/jpeg', 'video/mp4'],
    ['a HEIC picture, which can’t be decoded', heic, 'image/heic', 'image/heic'],
    ['a voice recording from Chrome', webm(), 'audio/webm;codecs=opus', 'audio/webm'],
    ['a voice recording from Firefox', ogg(), 'audio/ogg; codecs=opus', 'audio/ogg'],
    ['a voice recording from Safari', video(), 'audio/mp4', 'audio/mp4'],
    ['a voice recording called a video', webm('A_OPUS'), 'video/webm', 'audio/webm'],
    ['a voice recording of an unknown type', webm('A_OPUS'), 'application/octet-stream', 'audio/webm'],
    ['a film with sound', webm('V_VP9', 'A_OPUS'), 'video/webm', 'video/webm'],
  ])('takes %s', async (_what, bytes, declared, contentType) => {
    const { uploadUrl } = await askAddress(person, { contentType: declared })
    const kind = contentType.split('/')[0]
    expect((await put(site, uploadUrl, bytes)).body).toMatchObject({ contentType, kind })
  })

  it('tells senders of a HEIC picture immediately that others will not see it, and what to do', async () => {
    const noteOf = async (contentType: string) =>
      (await person.call('POST', '/api/uploads', { filename: 'sample', contentType })).body.note
    expect(await Promise.all(['image/heic', 'IMAGE/HEIF'].map(noteOf))).toEqual(
      Array(2).fill(expect.stringMatching(/only you and the keepers .* JPEG/)),
    )
    expect(await Promise.all(['image/jpeg', 'image/avif', 'video/mp4'].map(noteOf))).toEqual(Array(3).fill(undefined))
  })

  it.each([
    ['nothing', Buffer.alloc(0), 400],
    ['a zip', zip, 415],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 415],
    ['SVG after a declaration', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
    ['a PDF', Buffer.from('%PDF-1.7\n%abcdefgh\n1 0 obj\n'), 415],
    ['a few letters', Buffer.from('GIF'), 415],
    ['only the first bytes of a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 415],
    ['a picture of 900 megapixels', unfoldingPng(30_000, 30_000), 413],
    ['more than the limit', Buffer.concat([sound(), Buffer.alloc(1024 * 1024)]), 413],
  ])('refuses %s and stores nothing', async (_what, bytes, status) => {
    const { uploadUrl, fileUrl } = await askAddress(person)
    const before = stored().length
    const answer = await put(site, uploadUrl, bytes)
    expect([answer.status, answer.body.error]).toEqual([status, expect.any(String)])
    expect(stored()).toHaveLength(before)
    expect(await rowOf(fileUrl)).toMatchObject({ storedAt: null })
  })

  it('refuses any length other than the announced one, with or without Content-Length', async () => {
    for (const [length, status, code] of [
      [5001, 413, 'too_large'],
      [4999, 400, 'incomplete'],
      [5000, 200, undefined],
    ] as const)
      for (const body of [sound(length), chunks(sound(length), 1000)]) {
        const { uploadUrl } = await askAddress(person, { contentType: 'audio/mpeg', size: 5000 })
        const answer = await put(site, uploadUrl, body)
        expect([answer.status, answer.body.code]).toEqual([status, code])
      }
  })

  it('stops an endless stream at the limit', async () => {
    const { uploadUrl } = await askAddress(person, { contentType: 'audio/mpeg' })
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536
        controller.enqueue(new Uint8Array(sound(65_536)))
      },
    })
    expect((await put(site, uploadUrl, endless)).status).toBe(413)
    expect(sent).toBeLessThan(1.5 * 1024 * 1024)
  })

  it('accepts one file for each address, even if several arrive together', async () => {
    const photo = await phonePhoto(200, 100)
    const { uploadUrl, fileUrl } = await askAddress(person)
    const before = stored().length
    const others = await Promise.all([photo, sound(), video()].map((bytes) => put(site, uploadUrl, bytes)))
    expect(others.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
    const winner = others.find((answer) => answer.status === 200)?.body
    expect((await put(site, uploadUrl, sound(7000))).status).toBe(409)
    const served = Buffer.from(await (await getFile(site, fileUrl, person)).arrayBuffer())
    expect(createHash('sha256').update(served).digest('hex')).toBe(winner.sha256)
    expect(stored()).toHaveLength(before + 1)
  })

  it('refuses an address that expired, was altered or is for another file', async () => {
    const one = new URL((await askAddress(person)).uploadUrl)
    const two = new URL((await askAddress(person)).uploadUrl)
    const photo = await phonePhoto(20, 20)
    const changed = [
      one.href.replace(/signature=../, 'signature=AA'),
      one.href.replace(/&signature.*/, ''),
      one.href.replace(/expires=\d+/, `expires=${Number(one.searchParams.get('expires')) + 1}`),
      one.href.replace(/expires=\d+/, 'expires=NaN'),
      `${two.origin}${two.pathname}${one.search}`,
      `${one.origin}/uploads/..%2f..%2fetc${one.search}`,
    ]
    const past = Math.floor(Date.now() / 1000) - 1
    const signature = site.services.tokens.signAddress(['upload', one.pathname.split('/')[2] ?? ''], past)
    changed.push(`${one.origin}${one.pathname}?expires=${past}&signature=${signature}`)
    for (const url of changed) expect([url, (await put(site, url, photo)).status]).toEqual([url, 403])
  })
})

describe('over a real connection', () => {
  async function listening<T>(work: (port: number, answered: () => number) => Promise<T>): Promise<T> {
    let answered = 0
    const fetch: typeof site.app.fetch = async (...args) => {
      const answer = await site.app.fetch(...args)
      answered++
      return answer
    }
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' })
    await new Promise((resolve) => server.once('listening', resolve))
    try {
      return await work((server.address() as AddressInfo).port, () => answered)
    } finally {
      const closed = new Promise((resolve) => server.close(resolve))
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
    }
  }

  it.each([
    [
      'with its length',
      (bytes: Buffer) => [`content-length: ${bytes.length}\r\n\r\n`, bytes.subarray(0, bytes.length / 2)],
    ],
    [
      'in chunks',
      (bytes: Buffer) => [
        `transfer-encoding: chunked\r\n\r\n${(bytes.length / 2).toString(16)}\r\n`,
        bytes.subarray(0, bytes.length / 2),
        '\r\n',
      ],
    ],
  ])('a sender cut off halfway, sending %s, leaves nothing and may send again', async (_how, half) => {
    const { uploadUrl, fileUrl } = await askAddress(person, { contentType: 'audio/mpeg' })
    const before = stored().length
    const bytes = sound(600_000)
    await listening(async (port, answered) => {
      const socket = connect(port, '127.0.0.1')
      const { pathname, search } = new URL(uploadUrl)
      socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nhost: site.test\r\n`)
      for (const part of half(bytes)) socket.write(part)
      await expect.poll(() => stored().length, { timeout: 20_000 }).toBe(before + 1)
      socket.destroy()
      // The site does nothing more for a request once it has answered it, even if nobody reads the answer.
      await expect.poll(answered, { timeout: 20_000 }).toBe(1)
      expect(stored()).toHaveLength(before)
      expect(await rowOf(fileUrl)).toMatchObject({ storedAt: null })
    })
    expect((await put(site, uploadUrl, bytes)).status).toBe(200)
  })

  it('a refusal reaches a sender who is still sending', async () => {
    const { uploadUrl } = await askAddress(person)
    await listening(async (port) => {
      const url = uploadUrl.replace('http://site.test', `http://127.0.0.1:${port}`)
      const send = (bytes: Buffer) => fetch(url, { method: 'PUT', body: bytes as BodyInit })
      expect((await send(Buffer.alloc(900_000, 'x'))).status).toBe(415)
      expect((await send(Buffer.alloc(3_000_000, 'x'))).status).toBe(413)
    })
  })
})

it('stores a name that looks like a path or a header as a plain name', async () => {
  const names = [
    '../../../etc/passwd.jpg',
    'C:\\photos\\a.jpg',
    'a"; filename="b.html',
    'Kĩmĩ — 写真 (1)\u2028.html',
    '..',
  ]
  const dispositions: string[] = []
  for (const filename of names) {
    const fileUrl = await uploadFile(site, person, await phonePhoto(20, 20), { filename })
    dispositions.push((await getFile(site, fileUrl, person)).headers.get('content-disposition') ?? '')
  }
  for (const header of dispositions)
    expect(header).toMatch(/^inline; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]+"; filename\*=UTF-8''[\w.~!%-]+$/)
  expect(dispositions[0]).toBe(`inline; filename="passwd.jpg"; filename*=UTF-8''passwd.jpg`)
  expect(dispositions[1]).toContain('filename="a.jpg"')
  expect(dispositions[2]).toMatch(/filename="a__ filename=_b.html.jpg"/)
  expect(dispositions[3]).toMatch(/filename\*=UTF-8''K%C4%A9m%C4%A9.*\.jpg$/)
  const broken = await uploadFile(site, person, await phonePhoto(20, 20), { filename: 'a\r\nset-cookie: x=y.jpg' })
  const { headers } = await getFile(site, broken, person)
  expect(headers.get('content-disposition')).toContain('filename="a set-cookie: x=y.jpg"')
  expect(headers.get('set-cookie')).toBeNull()
  const hidden = await uploadFile(site, person, await phonePhoto(20, 20), { filename: 'a\0\ud800\u202e.jpg' })
  expect((await rowOf(hidden))?.name).toBe('a \ufffd.jpg')
  const named = await uploadFile(site, person, await phonePhoto(20, 20), { filename: 'Mtu wa St. Mary 1/2' })
  expect((await getFile(site, `${named}?download`, person)).headers.get('content-disposition')).toBe(
    `attachment; filename="Mtu wa St. Mary 1-2.jpg"; filename*=UTF-8''Mtu%20wa%20St.%20Mary%201-2.jpg`,
  )
  const long = await uploadFile(site, person, await phonePhoto(20, 20), { filename: 'Ŋ'.repeat(20_000) })
  expect((await rowOf(long))?.name).toBe('Ŋ'.repeat(255))
})

it('answers others while a file keeps the parser of tracks in a loop', async () => {
  let isStored = false
  const stored = uploadFile(site, await site.person(), endlessWebm('A_OPUS'), { contentType: 'video/webm' }).then(
    () => {
      isStored = true
    },
  )
  for (let request = 0; request < 20; request++) expect((await site.call('GET', '/healthz')).status).toBe(200)
  expect(isStored).toBe(false)
  await stored
})

function chunks(bytes: Buffer, size: number): ReadableStream {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + size)))
      at += size
    },
  })
}

/** Returns the first page of an Ogg file with Opus in it. */
function ogg(): Buffer {
  const page = Buffer.from(
    '4f6767530002000000000000000000000000000000000000000001134f707573486561640101380180bb0000000000',
    'hex',
  )
  return Buffer.concat([page, Buffer.alloc(3000)])
}

/** Returns a complete WebM file with a track for each codec. */
function webm(...codecs: string[]): Buffer {
  const tracks = codecs.map((codec, at) =>
    element(0xae, [
      ...[element(0xd7, [at + 1]), element(0x73c5, [at + 1]), element(0x83, [codec.startsWith('V') ? 1 : 2])],
      element(0x86, [...Buffer.from(codec)]),
    ]),
  )
  const voidBytes = element(0xec, Array(3000).fill(0))
  const parts = codecs.length > 0 ? [element(0x1654ae6b, tracks), voidBytes] : [voidBytes]
  return Buffer.concat([webmHead, ...parts])
}

/** Returns a WebM file that names its codec where the parser of tracks doesn't find it, and then never ends. */
function endlessWebm(codec: string): Buffer {
  return Buffer.concat([webmHead, element(0x86, [...Buffer.from(codec)]), Buffer.alloc(3000)])
}

const webmHead = Buffer.from(
  '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff',
  'hex',
)

/** Returns an EBML element whose length takes two bytes. */
function element(id: number, content: (number | Buffer)[]): Buffer {
  const body = Buffer.concat(content.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)))
  const hex = id.toString(16)
  return Buffer.concat([
    Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'),
    Buffer.from([0x40 | (body.length >> 8), body.length & 255]),
    body,
  ])
}
