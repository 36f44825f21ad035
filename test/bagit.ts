import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the violations of RFC 8493 in a bag, and a fetch.txt, which bags here never have. Shares no code with the
 * writer of the bags, so that the two can't share a mistake. Its comments cite sections of the RFC.
 */
export function problemsOf(root: string): string[] {
  const problems: string[] = []
  const files = new Set(walk(''))
  const read = (name: string) => readFileSync(join(root, name), 'utf8')
  const required = (name: string) => files.has(name) || problems.push(`${name} is missing`) < 0

  // 2.1.1: bagit.txt has two lines, in this order, in UTF-8 without a byte-order mark
  if (
    required('bagit.txt') &&
    !/^BagIt-Version: 1\.0\r?\nTag-File-Character-Encoding: UTF-8\r?\n?$/.test(read('bagit.txt'))
  )
    problems.push('bagit.txt does not follow 2.1.1')
  // 2.1.3: every payload manifest lists every payload file, and nothing else
  const manifests = [...files].filter((name) => /^manifest-[a-z0-9]+\.txt$/.test(name))
  if (manifests.length === 0) problems.push('there is no payload manifest')
  const payload = [...files].filter((name) => name.startsWith('data/'))
  for (const manifest of manifests) {
    const listed = check(manifest)
    for (const name of listed) if (!name.startsWith('data/')) problems.push(`${manifest} lists ${name}`)
    for (const name of payload) if (!listed.has(name)) problems.push(`${manifest} does not list ${name}`)
  }
  // 2.2.1: a tag manifest lists each payload manifest, no payload and no tag manifest
  const tagManifests = [...files].filter((name) => /^tagmanifest-[a-z0-9]+\.txt$/.test(name))
  for (const manifest of tagManifests) {
    const listed = check(manifest)
    for (const name of listed) if (/^(data\/|tagmanifest-)/.test(name)) problems.push(`${manifest} lists ${name}`)
    for (const name of manifests) if (!listed.has(name)) problems.push(`${manifest} does not list ${name}`)
  }
  // 2.2.2: Payload-Oxum is octets, a period, and streams
  if (files.has('bag-info.txt')) {
    const lines = read('bag-info.txt').split('\n').filter(Boolean)
    for (const line of lines) if (!/^([^\s:][^:]*: .*|\s.+)$/.test(line)) problems.push(`bag-info.txt has “${line}”`)
    const oxum = lines.find((line) => line.startsWith('Payload-Oxum: '))?.slice(14)
    const octets = payload.reduce((sum, name) => sum + lstatSync(join(root, name)).size, 0)
    if (oxum !== undefined && oxum !== `${octets}.${payload.length}`) problems.push(`Payload-Oxum is ${oxum}`)
  }
  if (files.has('fetch.txt')) problems.push('there is a fetch.txt')
  return problems

  function walk(folder: string): string[] {
    return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      if (entry.isDirectory()) return walk(`${folder}${entry.name}/`)
      if (!entry.isFile()) problems.push(`${entry.name} is not a file`)
      return [`${folder}${entry.name}`]
    })
  }

  /** Returns the files that a manifest lists, after checking their checksums. */
  function check(manifest: string): Set<string> {
    const algorithm = manifest.replace(/^.*-|\.txt$/g, '')
    const listed = new Set<string>()
    for (const line of read(manifest).split(/\r\n|\n|\r/)) {
      if (line === '') continue
      const space = /[ \t]+/.exec(line)
      const sum = line.slice(0, space?.index)
      const name = line
        .slice((space?.index ?? 0) + (space?.[0].length ?? 0))
        .replace(/%0A/gi, '\n')
        .replace(/%0D/gi, '\r')
        .replace(/%25/g, '%')
      if (listed.has(name)) problems.push(`${manifest} lists ${name} twice`)
      listed.add(name)
      if (!files.has(name)) problems.push(`${manifest} lists ${name}, which is missing`)
      else if (
        createHash(algorithm)
          .update(readFileSync(join(root, name)))
          .digest('hex') !== sum.toLowerCase()
      )
        problems.push(`${name} does not have the checksum in ${manifest}`)
    }
    return listed
  }
}
