import * as fs from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, Readable, type Transform } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import { createGunzip, createGzip } from 'node:zlib'
import { Budget } from '#core/concurrency/budget.ts'
import { patience, Stalled } from '#core/download.ts'

/** The maximum number of exports made at once. It is low because each export reads the whole database. */
const maxExports = 2
/**
 * The maximum number of downloads at once, in total and per address. It is high because a download only reads a file,
 * and many phones can share an address.
 */
const maxDownloads = 100
const maxPerAddress = 20
/** Milliseconds after which an export is made again, because what guests may see can change without an edit. */
const maxAgeMs = 60_000
const pieceLength = 64 * 1024

type Options = {
  folder: string
  /** Returns a number that changes whenever content does; undefined while it is unknown. */
  version: () => number | undefined
}
type ExportRequest = { address: string; gzip: boolean; headersAlone: boolean }

/**
 * Makes each public export once for all readers, until content changes or the export is a minute old. A reader who
 * requests it while it is being made gets the finished part, then the rest as it is written.
 */
export class SharedExports {
  readonly #files = new Map<string, Shared>()
  readonly #starting = new Map<string, Promise<Shared>>()
  readonly #making = new Budget(maxExports)
  readonly #sending = new Budget(maxDownloads, { share: maxPerAddress, patienceMs: 1_000 })
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Responds with the export of this name. Throws Busy if too many are being made or sent.
   * @param request the address, whether gzip is accepted, and whether only headers are requested
   * @param make creates the uncompressed answer
   */
  async answer(name: string, request: ExportRequest, make: () => Response): Promise<Response> {
    const leave = await this.#sending.take(1, request.address)
    try {
      const { headers, growing } = await this.#current(name, make)
      const answered = new Headers(headers)
      answered.set('vary', 'accept-encoding')
      const unpack = headers.has('content-encoding') && !request.gzip
      if (unpack) answered.delete('content-encoding')
      if (request.headersAlone) {
        leave()
        return new Response(null, { headers: answered })
      }
      const file = growing.read(leave)
      const sent = unpack ? through(file, createGunzip()) : file
      return new Response(Readable.toWeb(sent) as BodyInit, { headers: answered })
    } catch (error) {
      leave()
      throw error
    }
  }

  async #current(name: string, make: () => Response): Promise<Shared> {
    const shared = this.#files.get(name)
    const version = this.#options.version()
    const isCurrent = version !== undefined && shared?.version === version && Date.now() < shared.until
    if (isCurrent && !shared.growing.failure) return shared
    const starting = this.#starting.get(name) ?? this.#start(name, make).finally(() => this.#starting.delete(name))
    this.#starting.set(name, starting)
    return starting
  }

  async #start(name: string, make: () => Response): Promise<Shared> {
    const done = await this.#making.take(1, name)
    try {
      const version = this.#options.version()
      const { body, headers } = make()
      const source = Readable.fromWeb(body as ReadableStream)
      const isZip = headers.get('content-type') === 'application/zip'
      if (!isZip) headers.set('content-encoding', 'gzip')
      const growing = await GrowingFile.fill(this.#options.folder, isZip ? source : through(source, createGzip()), done)
      const shared = { version, headers, growing, until: Date.now() + maxAgeMs }
      this.#files.get(name)?.growing.release()
      this.#files.set(name, shared)
      return shared
    } catch (error) {
      done()
      throw error
    }
  }
}

function through(source: Readable, codec: Transform): Readable {
  pipeline(source, codec, () => {})
  return codec
}

const open = promisify(fs.open)
const read = promisify(fs.read)
const write = promisify(fs.write)

type Shared = { version: number | undefined; headers: Headers; growing: GrowingFile; until: number }

/** A temporary file that can be read while it is written. It has no name, and is freed when its last user leaves. */
class GrowingFile {
  /** The error that interrupted writing, if there was one. */
  failure: unknown
  /** A file descriptor, because Node ends the process when a FileHandle is garbage-collected before it is closed. */
  readonly #file: number
  #size = 0
  #complete = false
  #more = Promise.withResolvers<void>()
  /** The number of its users: the writer, the cache and the readers. */
  #users = 2

  private constructor(file: number) {
    this.#file = file
  }

  /** Starts to fill a file from the source. @param done is called when the source has ended, even with an error */
  static async fill(folder: string, source: Readable, done: () => void): Promise<GrowingFile> {
    const path = join(folder, `export-${crypto.randomUUID()}`)
    const file = await open(path, 'wx+', 0o600)
    await rm(path)
    const growing = new GrowingFile(file)
    void growing.#write(source).finally(done)
    return growing
  }

  async #write(source: Readable): Promise<void> {
    try {
      for await (const piece of source as AsyncIterable<Buffer>) {
        await write(this.#file, piece, 0, piece.length, this.#size)
        this.#size += piece.length
        this.#wake()
      }
      this.#complete = true
    } catch (error) {
      this.failure = error ?? new Error('The export ended early.')
    }
    this.#wake()
    this.release()
  }

  #wake() {
    this.#more.resolve()
    this.#more = Promise.withResolvers()
  }

  /** Returns a stream of all bytes for one reader. `onEnd` is called when the reader is done, stalls or disconnects. */
  read(onEnd: () => void): Readable {
    this.#users++
    const pieces = Readable.from(
      this.#pieces(() => pieces.destroy(new Stalled())),
      { objectMode: false },
    )
    return pieces.once('close', () => {
      this.release()
      onEnd()
    })
  }

  async *#pieces(stalled: () => void): AsyncGenerator<Buffer> {
    for (let at = 0; ; ) {
      const more = this.#more.promise
      if (at < this.#size) {
        const piece = Buffer.allocUnsafe(Math.min(pieceLength, this.#size - at))
        const { bytesRead } = await read(this.#file, piece, 0, piece.length, at)
        at += bytesRead
        const timer = setTimeout(stalled, patience)
        yield piece.subarray(0, bytesRead)
        clearTimeout(timer)
      } else if (this.failure) throw this.failure
      else if (this.#complete) return
      else await more
    }
  }

  /** Removes one user, and closes the file after the last one. */
  release(): void {
    if (--this.#users === 0) fs.close(this.#file)
  }
}
