import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { NotFound } from '#core/errors.ts'
import type { Storage } from '#core/storage.ts'
import { checkKey, exactly } from './storage-local.ts'

export type S3Config = {
  endpoint: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  region: string
  /** A folder in the bucket, which contains all keys. */
  folder?: string
}

const nothing = () => {}
const silent = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing }

/**
 * Opens storage in a bucket on any S3-compatible server. The bucket must already exist.
 * @param silenceMs how long the server may be silent before a request fails, in ms. A failed request is retried once.
 */
export function openS3Storage(config: S3Config, silenceMs = 20_000): Storage {
  const client = new S3Client({
    endpoint: config.endpoint,
    region: config.region,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: silent, // failures are thrown and logged once
    maxAttempts: 2,
    // Many sockets are allowed, so that slow answers don't block other requests.
    requestHandler: {
      connectionTimeout: 5_000,
      socketTimeout: silenceMs,
      httpAgent: { maxSockets: 200 },
      httpsAgent: { maxSockets: 200 },
    },
  })
  const root = config.folder ? `${config.folder}/` : ''
  const at = (key: string) => ({ Bucket: config.bucket, Key: checkKey(root + key) })

  async function put(
    key: string,
    body: Readable,
    options: { contentType?: string; size?: number } = {},
  ): Promise<void> {
    if (options.size === undefined) return withSpooledFile(body, (file, size) => put(key, file, { ...options, size }))
    // If the stream breaks or has the wrong length, the request ends before its announced length and nothing is stored.
    const counted = exactly(options.size)
    const abort = new AbortController()
    const read = pipeline(body, counted).catch((error) => {
      abort.abort()
      throw error
    })
    const command = new PutObjectCommand({
      ...at(key),
      Body: counted,
      ContentLength: options.size,
      ContentType: options.contentType,
    })
    const sent = client.send(command, { abortSignal: abort.signal }).catch((error) => {
      counted.destroy(error)
      throw error
    })
    await Promise.all([read, sent]) // the first failure is the cause
  }

  async function* list(prefix: string): AsyncGenerator<{ key: string; modifiedAt: Date }> {
    let ContinuationToken: string | undefined
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: config.bucket, Prefix: `${at(prefix).Key}/`, ContinuationToken }),
      )
      for (const { Key, LastModified } of page.Contents ?? [])
        if (Key && LastModified) yield { key: Key.slice(root.length), modifiedAt: LastModified }
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
  }

  async function openObject(key: string, range?: { start: number; end: number }): Promise<Readable> {
    if (range && range.end < range.start) return Readable.from([])
    const Range = range && `bytes=${range.start}-${range.end}`
    const answer = await client.send(new GetObjectCommand({ ...at(key), Range })).catch(orNotFound)
    return answer.Body as Readable
  }

  return {
    put,
    open: openObject,
    async provide(key, path) {
      await pipeline(await openObject(key), createWriteStream(path))
    },
    async size(key) {
      const head = await client.send(new HeadObjectCommand(at(key))).catch(orNothing)
      return head?.ContentLength
    },
    async copy(from, to) {
      const CopySource = `${config.bucket}/${at(from).Key}`
      await client.send(new CopyObjectCommand({ ...at(to), CopySource })).catch(orNotFound)
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key))).catch(orNothing)
    },
    async check() {
      const probe = `check/${crypto.randomUUID()}`
      await put(probe, Readable.from([Buffer.from('ok')]), { size: 2 })
      await client.send(new DeleteObjectCommand(at(probe)))
    },
    presignPut: (key, { size, contentType, ttlSeconds }) =>
      getSignedUrl(client, new PutObjectCommand({ ...at(key), ContentLength: size, ContentType: contentType }), {
        expiresIn: ttlSeconds,
        signableHeaders: new Set(['host', 'content-length', 'content-type']),
      }),
    list,
  }
}

/**
 * Writes a stream of unknown length to a temporary file and calls `use` with the file and its size, because S3 needs
 * the length in advance.
 */
async function withSpooledFile(body: Readable, use: (file: Readable, size: number) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'urithi-spool-'))
  try {
    const path = join(folder, 'body')
    await pipeline(body, createWriteStream(path))
    await use(createReadStream(path), (await stat(path)).size)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name)
}

function orNotFound(error: unknown): never {
  throw isMissing(error) ? new NotFound() : error
}

function orNothing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
