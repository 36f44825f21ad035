import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

/** A payload file; `path` is relative to `data/`. */
export type Piece = { path: string; body: Readable | string; modifiedAt?: Date | undefined }
/** Hash and size of a file's bytes. */
export type Digest = { sha256: string; size: number }
/** A generator of the payload files. Its `next` receives the digest of the previous file, which was read completely. */
export type Payload = AsyncGenerator<Piece, void, Digest>
/** A file of the bag, which has to be read completely before the next one is requested. */
export type BagFile = { name: string; input: AsyncIterable<Uint8Array>; lastModified: Date }

/** Labels and values of bag-info.txt. */
export type Info = [label: string, value: string][]

/**
 * Yields a bag (BagIt 1.0, RFC 8493) of the payload in a folder `top`, file by file. It uses constant memory except for
 * the manifest.
 * @param tags additional tag files by name, such as a README
 */
export async function* bag(
  top: string,
  payload: Payload,
  info: Info,
  tags: Record<string, string>,
): AsyncGenerator<BagFile> {
  const manifest: string[] = []
  let octets = 0
  for (let next = await payload.next(); !next.done; ) {
    const { path, body, modifiedAt } = next.value
    const { digest, file } = withDigest(`${top}/data/${path}`, body, modifiedAt)
    yield file
    const read = digest()
    octets += read.size
    manifest.push(manifestLine(read.sha256, `data/${path}`))
    next = await payload.next(read)
  }
  const tagFiles = new Map(Object.entries(tags))
  tagFiles.set('bagit.txt', 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n')
  tagFiles.set('bag-info.txt', infoText([...info, ['Payload-Oxum', `${octets}.${manifest.length}`]]))
  tagFiles.set('manifest-sha256.txt', manifest.join(''))
  const tagManifest: string[] = []
  for (const [name, text] of tagFiles) {
    const { digest, file } = withDigest(`${top}/${name}`, text)
    yield file
    tagManifest.push(manifestLine(digest().sha256, name))
  }
  yield withDigest(`${top}/tagmanifest-sha256.txt`, tagManifest.join('')).file
}

function withDigest(name: string, body: Readable | string, modifiedAt = new Date()) {
  const hash = createHash('sha256')
  let size = 0
  async function* input() {
    for await (const chunk of typeof body === 'string' ? [Buffer.from(body)] : body) {
      hash.update(chunk)
      size += chunk.length
      yield chunk as Uint8Array
    }
  }
  const file: BagFile = { name, input: input(), lastModified: modifiedAt }
  return { file, digest: (): Digest => ({ sha256: hash.digest('hex'), size }) }
}

/** Returns a line in the format of `sha256sum`, with line breaks and percent signs encoded (RFC 8493, 2.1.3). */
function manifestLine(sha256: string, path: string): string {
  return `${sha256}  ${path.replace(/[%\r\n]/g, encodeURIComponent)}\n`
}

function infoText(info: Info): string {
  return info.map(([label, value]) => `${label}: ${value.replace(/\s+/g, ' ').trim()}\n`).join('')
}

/** Returns a file name of ASCII letters, digits, dots and hyphens that is valid and harmless on every system. */
export function safeName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .replaceAll('ŋ', 'ng')
    .replace(/[^A-Za-z0-9.]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 40)
    .replace(/[.-]+$/, '')
  // Windows reserves these names for devices.
  return /^(con|prn|aux|nul|com\d|lpt\d)?(\.|$)/i.test(plain) ? `file-${plain}` : plain
}
