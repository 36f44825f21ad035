import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Answer, Person, TestSite } from '#test/harness.ts'

// Files for upload tests: small real ones, and some that only begin like real ones.

/** A PNG of one pixel, as a data URL. */
export const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/** Returns a JPEG like a phone's: rotated, with place and camera in its EXIF. */
export function phonePhoto(width = 1600, height = 1200): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#a0522d' } })
    .withExif({
      IFD0: { Make: 'Camera of the test' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '1/1 2/1 3/1', GPSLongitudeRef: 'E', GPSLongitude: '35/1 30/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

/** Returns a black PNG of the given size in pixels, which takes only a few kilobytes. */
export function unfoldingPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8) // one bit a pixel, grey
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

/** A frame of an MP3 with a tone: 26 ms in 104 bytes. */
const toneFrame = Buffer.from(
  '//sQxAADxIAfIg37IkCuhCNBv2xIBIMIBkhOhmLAA6hg79bGDwOcYCoQpsZGwIJni7hNg1eiNf/oMYCQEvA6tAakYzQHJ14lnnVUBCYyYDJyiEZInAlXHaoVKG6zV0VR8793/2JiCmg=',
  'base64',
)

/** Returns an MP3 of any length with a tone that can be heard; 1200 bytes are the shortest voice. */
export function sound(length = 20_000): Buffer {
  return Buffer.alloc(length, toneFrame)
}

/** Returns bytes that begin like an MP4; the rest is never read. */
export function video(length = 20_000): Buffer {
  return Buffer.concat([
    Buffer.from('000000206674797069736f6d0000020069736f6d69736f32617663316d703431', 'hex'),
    Buffer.alloc(length - 32, 7),
  ])
}

export const zip = Buffer.concat([Buffer.from('504b0304140000000000', 'hex'), Buffer.alloc(5000, 1)])

type Sending = { filename?: string; contentType?: string; size?: number }

export async function askAddress(
  person: Person,
  { filename = 'photo.jpg', contentType = 'image/jpeg', size }: Sending = {},
) {
  const answer = await person.call('POST', '/api/uploads', {
    filename,
    contentType,
    ...(size !== undefined && { size }),
  })
  if (answer.status !== 200) throw new Error(`uploads answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body as { uploadUrl: string; fileUrl: string }
}

export async function put(
  site: TestSite,
  url: string,
  bytes: BodyInit | Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const stream = bytes instanceof ReadableStream ? { duplex: 'half' } : {}
  const response = await site.app.request(url, {
    method: 'PUT',
    body: bytes as BodyInit,
    headers,
    ...stream,
  } as RequestInit)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Uploads in the usual two steps and returns the fileUrl. */
export async function uploadFile(
  site: TestSite,
  person: Person,
  bytes: Buffer,
  sending: Sending = {},
): Promise<string> {
  const { uploadUrl, fileUrl } = await askAddress(person, sending)
  const answer = await put(site, uploadUrl, bytes)
  if (answer.status !== 200) throw new Error(`PUT answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return fileUrl
}

/** Requests a file as a member or a guest. */
export function getFile(
  site: TestSite,
  path: string,
  person?: Person,
  headers: Record<string, string> = {},
  method = 'GET',
) {
  const bearer = person && { authorization: `Bearer ${person.token}` }
  return site.app.request(path, { method, headers: { ...bearer, ...headers } })
}

export function idOf(fileUrl: string): string {
  return fileUrl.slice('/files/'.length)
}
