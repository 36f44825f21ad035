import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { readCsv } from '#text/csv.ts'
import { fold } from '#text/fold.ts'
import type { Languoid } from './schema.ts'

const file = 'data/glottolog/languoids.csv.gz'
let loaded: Promise<Map<string, Languoid & { searchName: string }>> | undefined

/** Returns every language and dialect of Glottolog by its Glottocode. They are read when first needed. */
function languoids(): NonNullable<typeof loaded> {
  loaded ??= load()
  return loaded
}

async function load() {
  const [, ...rows] = readCsv((await promisify(gunzip)(await readFile(file))).toString('utf8'))
  return new Map(
    rows.map(({ cells: [glottocode = '', name = '', iso639_3, parent] }) => [
      glottocode,
      { glottocode, name, iso639_3: iso639_3 || null, parent: parent || null, searchName: ` ${fold(name)}` },
    ]),
  )
}

export async function languoidOf(glottocode: string): Promise<Languoid | undefined> {
  return (await languoids()).get(glottocode)
}

/**
 * Finds languages and dialects by code or by the beginning of a word in their name. Exact matches come first, and
 * languages before dialects.
 */
export async function findLanguoids(q: string, limit: number): Promise<Languoid[]> {
  const wanted = fold(q)
  if (wanted === '') return []
  const code = q.trim().toLowerCase()
  const hasCode = ({ glottocode, iso639_3 }: Languoid) => glottocode === code || iso639_3 === code
  const isExact = (one: Languoid & { searchName: string }) => hasCode(one) || one.searchName === ` ${wanted}`
  const rank = (one: Languoid & { searchName: string }) => (isExact(one) ? 0 : 2) + (one.parent ? 1 : 0)
  return [...(await languoids()).values()]
    .filter((one) => one.searchName.includes(` ${wanted}`) || hasCode(one))
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
    .slice(0, limit)
    .map(({ searchName: _, ...languoid }) => languoid)
}
