import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * Behaviour of the server: `well` answers as usual, `slow` answers once the mood changes, `silent` never answers,
 * `refusing` answers 503, `flipped` changes one bit of the answer, and `short` breaks off halfway.
 */
export type Mood = 'well' | 'slow' | 'silent' | 'refusing' | 'flipped' | 'short'

/** Starts an in-memory server for the part of S3 that the storage uses, with simulated failures. */
export async function startFakeS3() {
  const objects = new Map<string, { bytes: Buffer; at: Date }>()
  const moods = new EventEmitter().setMaxListeners(0)
  let mood: Mood = 'well'
  const s3 = {
    get mood() {
      return mood
    },
    set mood(next) {
      mood = next
      moods.emit('change')
    },
    objects,
    requests: 0,
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    s3.requests++
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3.test')
    const [, , ...rest] = pathname.split('/')
    const key = decodeURIComponent(rest.join('/'))
    const body = await buffer(request)
    while (mood === 'slow') await once(moods, 'change')
    if (mood === 'silent') return
    if (mood === 'refusing') return fault(response, 503, 'SlowDown')
    if (request.method === 'PUT') {
      const from = request.headers['x-amz-copy-source']
      const source = typeof from === 'string' ? objects.get(from.split('/').slice(1).join('/'))?.bytes : body
      if (!source) return fault(response, 404, 'NoSuchKey')
      objects.set(key, { bytes: source, at: new Date() })
      return response.end(from ? '<CopyObjectResult><ETag>x</ETag></CopyObjectResult>' : '')
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    if (searchParams.has('list-type')) return list(response, searchParams.get('prefix') ?? '')
    const object = objects.get(key)
    if (!object) return fault(response, 404, 'NoSuchKey')
    const [, start, end] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []
    const bytes = Buffer.from(start ? object.bytes.subarray(Number(start), Number(end) + 1) : object.bytes)
    response.writeHead(start ? 206 : 200, { 'content-length': bytes.length, etag: '"x"' })
    if (request.method === 'HEAD') return response.end()
    if (mood === 'flipped') bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    if (mood === 'short') return response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy())
    return response.end(bytes)
  }

  function list(response: ServerResponse, prefix: string) {
    const matches = [...objects].filter(([key]) => key.startsWith(prefix))
    const lines = matches.map(
      ([key, { bytes, at }]) =>
        `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
    )
    response.setHeader('content-type', 'application/xml')
    response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${lines.join('')}</ListBucketResult>`)
  }

  const server = createServer((request, response) => void answer(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const config = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: 'sample',
    accessKeyId: 'sample',
    secretAccessKey: 'sample',
    region: 'us-east-1',
  }
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return Object.assign(s3, { config, stop })
}

function fault(response: ServerResponse, status: number, code: string) {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}
