import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { BadBag, checked, type Opened } from './open.ts'
import { refusals } from './refusals.ts'

/** A complete bag in which each file matches the manifests. */
export type Valid = {
  /** SHA-256 of the payload files, by path below `data/`. */
  payload: Map<string, string>
  size(path: string): number
  open(path: string): Promise<Readable>
  /** Returns a payload file's text after checking its hash again. Throws BadBag if it has changed. */
  text(path: string): Promise<string>
  /** Values of bag-info.txt by label in lower case. The last one of a repeated label counts. */
  info: Map<string, string>
}

/** Algorithms that manifests may use; at least one strong one is required. */
const algorithms = ['md5', 'sha1', 'sha256', 'sha384', 'sha512']
const strongAlgorithms = ['sha256', 'sha384', 'sha512']
/** Maximum size of a tag file or a record in bytes. */
const maxTextSize = 64 * 1024 * 1024

/** Reads a complete bag and checks it against RFC 8493. Throws BadBag if anything is missing, added or changed. */
export async function validate(bag: Opened): Promise<Valid> {
  const names = new Set(bag.names)
  const tagText = (name: string) => textOf(bag, name)
  if (!names.has('bagit.txt')) throw new BadBag(refusals.noBag)
  checkDeclaration(await tagText('bagit.txt'))
  if (names.has('fetch.txt')) throw new BadBag(refusals.fetch)
  const info = names.has('bag-info.txt') ? infoOf(await tagText('bag-info.txt')) : new Map<string, string>()
  const payload = bag.names.filter((name) => name.startsWith('data/'))
  checkOxum(info.get('payload-oxum'), payload, bag)

  const expected = new Map<string, Map<string, string>>()
  const usedAlgorithms: string[] = []
  for (const algorithm of algorithms) {
    const manifest = `manifest-${algorithm}.txt`
    if (names.has(manifest)) {
      usedAlgorithms.push(algorithm)
      const lines = linesOf(manifest, await tagText(manifest))
      for (const name of lines.keys()) if (!name.startsWith('data/')) throw new BadBag(refusals.badName(name))
      for (const name of payload) if (!lines.has(name)) throw new BadBag(refusals.extra(name))
      expect(algorithm, lines)
    }
    const tags = `tagmanifest-${algorithm}.txt`
    if (names.has(tags)) expect(algorithm, linesOf(tags, await tagText(tags)))
  }
  if (!usedAlgorithms.some((algorithm) => strongAlgorithms.includes(algorithm))) throw new BadBag(refusals.noManifest)

  const hashes = new Map<string, string>()
  for (const [name, sums] of expected) {
    const digests = await digestsOf(bag, name, new Set([...sums.keys(), 'sha256']))
    for (const [algorithm, sum] of sums) if (digests.get(algorithm) !== sum) throw new BadBag(refusals.changed(name))
    if (name.startsWith('data/')) hashes.set(name.slice(5), digests.get('sha256') ?? '')
  }
  return {
    payload: hashes,
    info,
    size: (path) => bag.size(`data/${path}`),
    open: (path) => bag.open(`data/${path}`),
    async text(path) {
      const text = await textOf(bag, `data/${path}`)
      if (createHash('sha256').update(text).digest('hex') !== hashes.get(path)) throw new BadBag(refusals.changed(path))
      return text
    },
  }

  function expect(algorithm: string, lines: Map<string, string>) {
    for (const [name, sum] of lines) {
      if (!names.has(name)) throw new BadBag(refusals.missing(name))
      const sums = expected.get(name) ?? new Map<string, string>()
      expected.set(name, sums.set(algorithm, sum))
    }
  }
}

function checkDeclaration(text: string): void {
  const [, version] = /^BagIt-Version: (\d+\.\d+)\r?\n/.exec(text) ?? []
  if (version !== '1.0' && version !== '0.97') throw new BadBag(refusals.version)
  if (!/^Tag-File-Character-Encoding: UTF-8\r?\n?$/im.test(text)) throw new BadBag(refusals.encoding)
}

/** Throws BadBag if Payload-Oxum, the number of bytes and of files (`279164409832.1198`), is wrong. */
function checkOxum(oxum: string | undefined, payload: string[], bag: Opened): void {
  if (oxum === undefined) return
  const octets = payload.reduce((sum, name) => sum + bag.size(name), 0)
  if (oxum.trim() !== `${octets}.${payload.length}`) throw new BadBag(refusals.oxum)
}

/** Parses labels and values; a line that begins with white space continues the previous one. */
function infoOf(text: string): Map<string, string> {
  const info = new Map<string, string>()
  let last = ''
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, label, value] = /^([^:\s][^:]*?)\s*:\s*(.*)$/.exec(line) ?? []
    if (/^\s/.test(line) && last) info.set(last, `${info.get(last)} ${line.trim()}`)
    else if (label !== undefined) {
      last = label.toLowerCase()
      info.set(last, value ?? '')
    }
  }
  return info
}

/** Parses a manifest into checksums in lower case, by path. */
function linesOf(manifest: string, text: string): Map<string, string> {
  const lines = new Map<string, string>()
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line === '') continue
    const [, sum, path] = /^([0-9a-f]{32,128})[ \t]+\*?(.+)$/i.exec(line) ?? []
    if (!sum || !path) throw new BadBag(refusals.badManifest(manifest, at + 1))
    const name = checked(path.replace(/%(0A|0D|25)/gi, decodeURIComponent))
    if (lines.has(name)) throw new BadBag(refusals.twice(name))
    lines.set(name, sum.toLowerCase())
  }
  return lines
}

async function digestsOf(bag: Opened, name: string, algorithms: Set<string>): Promise<Map<string, string>> {
  const hashes = [...algorithms].map((algorithm) => [algorithm, createHash(algorithm)] as const)
  try {
    for await (const chunk of await bag.open(name)) for (const [, hash] of hashes) hash.update(chunk)
  } catch (error) {
    throw error instanceof BadBag ? error : new BadBag(refusals.changed(name))
  }
  return new Map(hashes.map(([algorithm, hash]) => [algorithm, hash.digest('hex')]))
}

async function textOf(bag: Opened, name: string): Promise<string> {
  const chunks: Buffer[] = []
  if (bag.size(name) > maxTextSize) throw new BadBag(refusals.badRecord(name))
  try {
    for await (const chunk of await bag.open(name)) chunks.push(chunk)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks))
  } catch (error) {
    throw error instanceof BadBag ? error : new BadBag(refusals.badRecord(name))
  }
}
